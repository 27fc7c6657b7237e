// Draws charts as SVG. Each bar with a target is a link with its own label.

import { untrusted, h, svg } from './dom.js';
import { count } from './words.js';

/** Draws a list of bars with names. Items have `name`, `value`, and optionally `href`, `words` and `kind`, which determines the color. */
export function bars(title, items, note) {
  const most = Math.max(1, ...items.map(item => item.value));
  const rows = items.map(item => {
    const name = h('span', { class: 'name' }, item.words ?? untrusted(item.name, 60));
    const picture = svg('svg', { class: 'bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      svg('rect', { class: `fill ${item.kind ? 'r-' + item.kind : ''}`, width: (item.value / most) * 100, height: 10 }));
    const row = [name, picture, h('span', { class: 'value' }, count(item.value))];
    return h('li', null, item.href ? h('a', { href: item.href }, row) : h('span', { class: 'row' }, row));
  });
  return figure(title, items.length ? h('ul', { class: 'bars' }, rows) : h('p', { class: 'quiet' }, 'None.'), note);
}

/** Draws columns from 0 to 1, one per tenth or twentieth. Items have `from`, `to`, `value`, `href`. */
export function columns(title, items, note) {
  const [width, height, base] = [400, 130, 108];
  const most = Math.max(1, ...items.map(item => item.value));
  const step = width / items.length;
  const parts = items.map((item, i) => {
    const tall = item.value === 0 ? 0 : Math.max(2, (item.value / most) * 90);
    const words = `${item.from} to ${item.to}: ${count(item.value)}`;
    const column = [
      svg('title', null, words),
      svg('rect', { class: 'reach', x: i * step, y: 0, width: step, height: base }),
      svg('rect', { class: 'fill', x: i * step + 2, y: base - tall, width: step - 4, height: tall, rx: 1 }),
    ];
    return item.href && item.value > 0
      ? svg('a', { href: item.href, 'aria-label': words }, column)
      : svg('g', null, column);
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(at => svg('text', {
    x: at * width, y: base + 16, 'text-anchor': at === 0 ? 'start' : at === 1 ? 'end' : 'middle',
  }, String(at)));
  return figure(title, svg('svg', { class: 'columns', viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': title },
    svg('text', { x: width, y: 12, 'text-anchor': 'end' }, `maximum: ${count(most)}`),
    parts, svg('line', { class: 'axis', x1: 0, x2: width, y1: base, y2: base }), ticks), note);
}

/**
 * Draws lines over numbers from 0 to 1. Series have `name`, `kind` and `points` of [x, y]; marks have `x` and `name`; a `diagonal` shows
 * where both are equal.
 */
export function lines(title, series, { marks = [], diagonal = false, dots = false, note, x = '', y = '' } = {}) {
  const [left, top, size, tall] = [34, 10, 340, 180];
  const at = ([px, py]) => `${left + px * size},${top + (1 - py) * tall}`;
  const drawn = series.flatMap(one => {
    const points = one.points.filter(([, py]) => py !== null && py !== undefined);
    const shapes = dots ? [] : [svg('polyline', { class: `line k-${one.kind}`, points: points.map(at).join(' ') })];
    return shapes.concat(points.map(([px, py, words]) => svg('circle', {
      class: `dot k-${one.kind}`, cx: left + px * size, cy: top + (1 - py) * tall, r: dots ? 5 : 2,
    }, svg('title', null, words ?? `${one.name} ${py.toFixed(2)} at ${px.toFixed(2)}`))));
  });
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap(value => [
    svg('line', { class: 'grid', x1: left, x2: left + size, y1: top + value * tall, y2: top + value * tall }),
    svg('text', { x: left - 5, y: top + (1 - value) * tall + 4, 'text-anchor': 'end' }, String(value)),
    svg('text', { x: left + value * size, y: top + tall + 16, 'text-anchor': 'middle' }, String(value)),
  ]);
  const marked = marks.map(mark => svg('g', null,
    svg('line', { class: 'mark', x1: left + mark.x * size, x2: left + mark.x * size, y1: top, y2: top + tall }),
    svg('text', { class: 'mark', x: left + mark.x * size + 4, y: top + tall - 6 }, mark.name)));
  const legend = series.length > 1
    ? h('ul', { class: 'legend' }, series.map(one => h('li', { class: `k-${one.kind}` }, one.name))) : null;
  return figure(title, [svg('svg', { class: 'lines', viewBox: `0 0 400 ${tall + 48}`, role: 'img', 'aria-label': title },
    grid, diagonal ? svg('line', { class: 'diagonal', x1: left, y1: top + tall, x2: left + size, y2: top }) : null, marked, drawn,
    svg('text', { x: left + size / 2, y: top + tall + 34, 'text-anchor': 'middle' }, x),
    y ? svg('text', { x: left + 6, y: top + 16 }, y) : null), legend], note);
}

function figure(title, content, note) {
  return h('figure', null, h('figcaption', null, title), content, note ? h('p', { class: 'quiet' }, note) : null);
}
