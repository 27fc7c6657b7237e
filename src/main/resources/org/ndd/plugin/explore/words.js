// Texts for the names in responses, and formats of numbers and times.

import { h } from './dom.js';

export const RELATIONS = ['same', 'near', 'overlap', 'other_item', 'different', 'redirect'];

const RELATION = {
  same: ['same', 'equal except for trivial differences'],
  near: ['near', 'near-duplicates: the same thing, most of the text is shared'],
  overlap: ['overlap', 'a part is shared, or one is a part of the other'],
  other_item: ['other item', 'much is shared, but they are about different things'],
  different: ['different', 'little is shared'],
  redirect: ['redirect', 'one redirects to the other'],
};

const ROLE = {
  leader: 'the group formed around it',
  member: 'was similar to the leader',
  exact: 'has the same text as another document',
  part_of: 'contains the leader or is contained in it, with very different lengths: not a duplicate',
  redirect: 'redirects to another document of the group',
};

const RULE = {
  _typical_length: 'a length that is typical of its group',
  _length: 'the most text',
  _url_length: 'the shortest URL',
  _static_url: 'a URL without a question mark',
  _host_suffix: 'the preferred host',
  _id: 'the first id',
};

/** The default order of rules whose default is not `asc`. */
const USUAL = { _length: 'desc' };

/** Shows the relation of two documents as a badge. */
export function badge(relation) {
  const [name, meaning] = RELATION[relation] ?? [relation, ''];
  return h('span', { class: `badge r-${relation}`, title: meaning }, name);
}

export function relationName(relation) {
  return RELATION[relation]?.[0] ?? relation;
}

export function relationMeaning(relation) {
  return RELATION[relation]?.[1] ?? '';
}

export function roleMeaning(role) {
  return ROLE[role] ?? role;
}

/** Returns texts for the rules for the canonical document. */
export function canonicalRules(rules) {
  return (rules ?? []).map(rule => {
    if (typeof rule === 'string') {
      return RULE[rule] ?? `the highest ${rule}`;
    }
    const [name, how] = Object.entries(rule)[0];
    if (Array.isArray(how)) {
      return `${name.startsWith('_') ? 'a host that ends with' : name + ' that is'} the first of: ${how.slice(0, 5).join(', ')}`;
    }
    return RULE[name] ? `${RULE[name]}${how === (USUAL[name] ?? 'asc') ? '' : ', reversed'}` : `the ${how === 'asc' ? 'lowest' : 'highest'} ${name}`;
  });
}

const SIGNAL = {
  shared_text: 'text is shared',
  order: 'shared text is in another order',
  lengths: 'one text is much longer',
  edits: 'differences are many small edits',
  titled: 'both have titles',
  equal_titles: 'titles are equal',
  titles: 'titles differ',
  title_substitution: 'titles of one form name two things',
  lead_words: 'words of the title or beginning are missing from the other',
  lead_substitution: 'words of the beginning are replaced',
  slots: 'differ in a place that other documents fill with further words',
  numbers: 'numbers differ',
  own_words: 'each has words that are missing from the other',
  repeated_words: 'repeated words are missing from the other',
};

/** Returns the meaning of a signal of a verdict. */
export function signalMeaning(name) {
  return SIGNAL[name] ?? name.replaceAll('_', ' ');
}

/** Formats log-odds with their sign. */
export function signed(number) {
  return `${number < 0 ? '\u2212' : '+'}${Math.abs(number).toFixed(1)}`;
}

/** Returns the reason for a verdict as a sentence, from a response of the compare API. */
export function reason(found) {
  const resembles = `Of the text of both together, ${percent(found.resemblance)} is shared`;
  const [whole, part] = found.containment.a_in_b >= found.containment.b_in_a
    ? ['A', found.containment.a_in_b] : ['B', found.containment.b_in_a];
  switch (found.reason) {
    case 'same_words':
      return 'Titles and texts have the same words in the same order.';
    case 'signals':
      return `${resembles}, and too little indicates two different items.`;
    case 'resemblance':
      return `${resembles}, in the same order, which is enough.`;
    case 'containment':
      return `${percent(part)} of ${whole} is in the other document, and the two have similar lengths.`;
    case 'part_of':
      return `${percent(part)} of ${whole} is in the other document, which is much longer: a part, not a duplicate.`;
    case 'titles':
      return 'Much is shared, but each title has words that the other does not have.';
    case 'words':
      return 'Much is shared, but words that only one text has distinguish the two.';
    case 'numbers':
      return 'Much is shared, but each has numbers that the other does not have.';
    case 'scattered':
      return 'Much is shared, but in another order, all over the texts.';
    case 'sketch_bound':
      return `Too little is shared, even if the order is ignored: ${percent(found.resemblance)} of both together.`;
    case 'below_threshold':
      return `${resembles}, which is not enough.`;
    case 'short_text':
      return 'One of the texts is too short to mean the same on two sites.';
    case 'no_text':
      return 'One of the documents has no text except boilerplate.';
    case 'must_agree':
      return `The field ${found.must_agree?.field} keeps them apart: A has ${found.must_agree?.a?.join(', ')}, B has ${found.must_agree?.b?.join(', ')}.`;
    default:
      return `The reason is ${found.reason}.`;
  }
}

const NUMBER = new Intl.NumberFormat('en');

export function count(number) {
  return number === null || number === undefined ? '–' : NUMBER.format(number);
}

/** Returns a number with its noun. */
export function countOf(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

export function percent(share) {
  return share === null || share === undefined ? '–' : `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}

export function decimal(number) {
  return number === null || number === undefined ? '–' : Number(number).toFixed(2);
}

export function duration(millis) {
  if (millis === null || millis === undefined) {
    return '–';
  }
  const seconds = millis / 1000;
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  const parts = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  const first = parts.findIndex(([size]) => seconds >= size);
  const [size, unit] = parts[first];
  const rest = Math.floor((seconds % size) / (parts[first + 1]?.[0] ?? 1));
  return `${Math.floor(seconds / size)} ${unit}${parts[first + 1] && rest ? ` ${rest} ${parts[first + 1][1]}` : ''}`;
}

export function moment(millis) {
  return h('time', { datetime: new Date(millis).toISOString() },
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(millis));
}
