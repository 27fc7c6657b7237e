/* Search, copy buttons and the choice of light or dark. Pages are complete without it: this script creates all its elements. */
'use strict';

(() => {
  const script = document.currentScript;
  const root = new URL('.', script.src);
  const THEMES = ['auto', 'light', 'dark'];
  const SHOWN = 12;
  const CONTEXT = 90;

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // theme: before the page is rendered
  const stored = () => {
    try {
      return THEMES.includes(localStorage.getItem('theme')) ? localStorage.getItem('theme') : 'auto';
    } catch {
      return 'auto';
    }
  };
  const setTheme = (theme) => {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // without storage in the browser, the choice applies to this page only
    }
  };
  document.documentElement.dataset.theme = stored();

  const themeButton = () => {
    const button = make('button', { type: 'button', className: 'theme' });
    const label = () => {
      button.textContent = 'Theme: ' + document.documentElement.dataset.theme;
    };
    button.addEventListener('click', () => {
      setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);
      label();
    });
    label();
    return button;
  };

  // copy buttons
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make('textarea', { value: text });
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
  };
  const addCopyButtons = () => {
    for (const block of document.querySelectorAll('main pre')) {
      const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
      button.addEventListener('click', async () => {
        await copy(block.querySelector('code').textContent);
        button.textContent = 'Copied';
        setTimeout(() => { button.textContent = 'Copy'; }, 2000);
      });
      const frame = make('div', { className: 'block' });
      block.replaceWith(frame);
      frame.append(block, button);
    }
  };

  // search: the index is a separate script, loaded at the first use, so that it also works from a folder without a server
  let loading;
  const loadIndex = () => {
    loading ??= new Promise((resolve, reject) => {
      const element = make('script', { src: new URL('search.js', root) });
      element.addEventListener('load', () => resolve(window.searchIndex));
      element.addEventListener('error', reject);
      document.head.append(element);
    });
    return loading;
  };

  const count = (text, word) => text.split(word).length - 1;

  /** Sections that have all words, the best first: words in titles and headings count more than in texts. */
  const search = (index, query) => {
    const words = query.toLowerCase().split(/\s+/).filter((word) => word);
    const found = [];
    for (const [address, title, sections] of index) {
      for (const [anchor, heading, text] of sections) {
        const [t, h, b] = [title, heading, text].map((part) => part.toLowerCase());
        if (words.every((word) => t.includes(word) || h.includes(word) || b.includes(word))) {
          const score = words.reduce((sum, word) => sum + 20 * h.includes(word) + 10 * t.includes(word) + Math.min(5, count(b, word)), 0)
            - (address === 'CHANGELOG.html' ? 20 : 0);
          found.push({ address: address + (anchor ? '#' + anchor : ''), title, heading, text, score, words });
        }
      }
    }
    return found.sort((a, b) => b.score - a.score).slice(0, SHOWN);
  };

  const excerpt = ({ text, words }) => {
    const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)));
    const from = Math.max(0, at - CONTEXT / 3);
    return (from > 0 ? '…' : '') + text.slice(from, from + CONTEXT) + (text.length > from + CONTEXT ? '…' : '');
  };

  const result = (hit) => {
    const link = make('a', { href: new URL(hit.address, root) },
      make('strong', { textContent: hit.heading === hit.title ? hit.title : hit.title + ' › ' + hit.heading }),
      make('span', { textContent: excerpt(hit) }));
    return make('li', {}, link);
  };

  const searchBox = () => {
    const input = make('input', { type: 'search', placeholder: 'Search ( / )', autocomplete: 'off' });
    input.setAttribute('aria-label', 'Search the documentation');
    const list = make('ul', { className: 'results', hidden: true });
    const status = make('p', { className: 'status' });
    status.setAttribute('role', 'status');
    const show = async () => {
      const query = input.value.trim();
      if (!query) {
        list.hidden = true;
        status.textContent = '';
        return;
      }
      const hits = search(await loadIndex(), query);
      if (query !== input.value.trim()) return;
      list.replaceChildren(...hits.map(result));
      list.hidden = false;
      status.textContent = hits.length ? '' : 'No results';
    };
    const move = (event, step) => {
      const stops = [input, ...list.querySelectorAll('a')];
      const next = stops[stops.indexOf(document.activeElement) + step];
      if (next) {
        next.focus();
        event.preventDefault();
      }
    };
    input.addEventListener('input', show);
    input.addEventListener('focus', loadIndex, { once: true });
    const box = make('div', { className: 'search' }, input, status, list);
    box.setAttribute('role', 'search');
    box.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') move(event, 1);
      if (event.key === 'ArrowUp') move(event, -1);
      if (event.key === 'Enter' && document.activeElement === input) list.querySelector('a')?.click();
      if (event.key === 'Escape') {
        input.value = '';
        show();
        input.focus();
      }
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === '/' && !/^(input|textarea)$/i.test(document.activeElement.tagName)) {
        input.focus();
        event.preventDefault();
      }
    });
    return box;
  };

  document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('.side').prepend(searchBox(), themeButton());
    addCopyButtons();
  });
})();
