// Two texts side by side: what is equal, changed, moved, and left out as what the site repeats.

import { button, cut, h, put } from './dom.js';
import { count } from './words.js';

const MOST_ROWS = 1500;
const LONGEST_CELL = 20000;
const AROUND = 2;
const SHORTEST_MOVE = 25;

/**
 * A table of both texts, a line in a row.
 *
 * @param runs of compare: `equal`, `only_a`, `only_b`
 * @param masked lines that each side's site repeats, as sets
 */
export function sideBySide(runs, masked) {
  const rows = classify(rowsOf(runs), masked);
  const table = h('table', { class: 'diff' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'A'), h('th', { scope: 'col' }, 'B'))));
  const body = h('tbody', null);
  table.append(body);
  for (const part of parts(rows.slice(0, MOST_ROWS))) {
    body.append(...(part.hidden ? folded(part.rows) : part.rows.map(draw)));
  }
  const left = rows.length - MOST_ROWS;
  return h('div', null, legend(rows), table, left > 0 ? h('p', { class: 'quiet' }, `${count(left)} more lines are not shown.`) : null);
}

/** Lines of both texts beside each other: what is equal stands in one row. */
function rowsOf(runs) {
  const rows = [];
  let lines = { a: [[]], b: [[]] };
  const end = () => {
    for (let i = 0; i < Math.max(lines.a.length, lines.b.length); i++) {
      const row = { a: lines.a[i] ?? [], b: lines.b[i] ?? [] };
      if (row.a.length || row.b.length) {
        rows.push(row);
      }
    }
    lines = { a: [[]], b: [[]] };
  };
  for (const run of runs) {
    const sides = run.type === 'equal' ? ['a', 'b'] : [run.type === 'only_a' ? 'a' : 'b'];
    run.text.split('\n').forEach((text, i) => {
      if (i > 0 && run.type === 'equal') {
        end();
      } else if (i > 0) {
        lines[sides[0]].push([]);
      }
      if (text && run.type === 'equal') {
        align(lines);
      }
      if (text) {
        sides.forEach(side => lines[side].at(-1).push({ kind: run.type === 'equal' ? 'equal' : 'changed', text }));
      }
    });
  }
  end();
  return rows;
}

/** Moves the last line of the side that has fewer down to the other's, unless it has something equal above already. */
function align({ a, b }) {
  const [fewer, more] = a.length < b.length ? [a, b] : [b, a];
  if (fewer.at(-1).some(piece => piece.kind === 'equal') === false) {
    fewer.splice(fewer.length - 1, 0, ...Array.from({ length: more.length - fewer.length }, () => []));
  }
}

function classify(rows, masked) {
  const plain = pieces => norm(pieces.map(piece => piece.text).join(''));
  const lines = side => new Set(rows.map(row => plain(row[side])).filter(line => line.length >= SHORTEST_MOVE));
  const only = side => new Set(rows.flatMap(row => row[side].filter(piece => piece.kind === 'changed').flatMap(piece => sentences(piece.text).map(norm))));
  const [inA, inB] = [{ lines: lines('a'), only: only('a') }, { lines: lines('b'), only: only('b') }];
  return rows.map(row => {
    const [aMasked, bMasked] = [masked.a.has(plain(row.a)), masked.b.has(plain(row.b))];
    const same = plain(row.a) === plain(row.b);
    const marked = (pieces, other) => (!same && other.lines.has(plain(pieces)) ? [{ kind: 'moved', text: plain(pieces) }] : moved(pieces, other.only));
    return {
      a: aMasked ? row.a : marked(row.a, inB), b: bMasked ? row.b : marked(row.b, inA), aMasked, bMasked, equal: same && !aMasked && !bMasked,
    };
  });
}

function sentences(text) {
  return text.split(/(?<=[.!?。！？])\s+/);
}

function norm(text) {
  return text.trim().replace(/\s+/g, ' ');
}

/** Marks what the other side has too, in another place. */
function moved(pieces, others) {
  return pieces.flatMap(piece => (piece.kind !== 'changed' ? [piece] : sentences(piece.text).map((text, i, all) => ({
    kind: norm(text).length >= SHORTEST_MOVE && others.has(norm(text)) ? 'moved' : 'changed',
    text: i < all.length - 1 ? text + ' ' : text,
  }))));
}

/** Stretches of rows; long ones of equal rows are folded, but for some lines around what is not equal. */
function parts(rows) {
  const shown = rows.map((row, i) => rows.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(near => near.equal === false));
  const found = [];
  rows.forEach((row, i) => {
    const last = found[found.length - 1];
    if (last && last.hidden === !shown[i]) {
      last.rows.push(row);
    } else {
      found.push({ hidden: !shown[i], rows: [row] });
    }
  });
  // where nothing differs, everything is shown; what is folded must be worth a click
  return found.map(part => ({ ...part, hidden: part.hidden && found.length > 1 && part.rows.length > 2 }));
}

function folded(rows) {
  const row = h('tr', { class: 'folded' }, h('td', { colspan: 2 }, button(`${count(rows.length)} equal lines`, () => row.replaceWith(...rows.map(draw)))));
  return [row];
}

const MARKS = {
  a: { changed: ['del', 'only in A'], moved: ['span', 'in B in another place'] },
  b: { changed: ['ins', 'only in B'], moved: ['span', 'in A in another place'] },
};

function draw(row) {
  return h('tr', null, cell(row.a, 'a', row.aMasked), cell(row.b, 'b', row.bMasked));
}

function cell(pieces, side, masked) {
  let left = LONGEST_CELL;
  // a line that takes no part is neither equal nor changed
  const content = pieces.map(piece => {
    if (left <= 0) {
      return null;
    }
    const text = cut(piece.text, left);
    left -= text.length;
    if (piece.kind === 'equal' || masked) {
      return text;
    }
    const [tag, title] = MARKS[side][piece.kind];
    return h(tag, { class: piece.kind, title }, text);
  });
  return h('td', { class: masked ? 'masked' : null, 'data-side': side.toUpperCase(), dir: 'auto', title: masked ? 'left out: the site repeats this line' : null },
    masked ? h('span', { class: 'tag' }, 'left out') : null, content);
}

function legend(rows) {
  const has = kind => rows.some(row => row.a.concat(row.b).some(piece => piece.kind === kind));
  const entries = [h('li', null, 'equal')];
  if (has('changed')) {
    entries.push(h('li', null, h('del', { class: 'changed' }, 'only in A')), h('li', null, h('ins', { class: 'changed' }, 'only in B')));
  }
  if (has('moved')) {
    entries.push(h('li', null, h('span', { class: 'moved' }, 'in both, in another place')));
  }
  if (rows.some(row => row.aMasked || row.bMasked)) {
    entries.push(h('li', { class: 'masked' }, 'left out: the site repeats it'));
  }
  return h('ul', { class: 'legend', 'aria-label': 'Colours' }, entries);
}
