'use strict';
// What the pages cannot do by themselves; every page can be read without it.

// Times: the reader's own zone on hover, and "3 min ago" that stays true.
const zoned = new Intl.DateTimeFormat(undefined, {dateStyle: 'medium', timeStyle: 'medium'});

function length(seconds) {
  if (seconds < 100) {
    return Math.round(seconds) + ' s';
  }
  if (seconds < 6000) {
    return Math.round(seconds / 60) + ' min';
  }
  return seconds < 345600 ? Math.round(seconds / 3600) + ' h' : Math.round(seconds / 86400) + ' d';
}

function tellTimes(root) {
  const now = Date.now();
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    const apart = (at - now) / 1000;
    time.title = zoned.format(at) + ' (' + time.dateTime + ')';
    if (time.hasAttribute('data-plan') && apart <= 0) {
      time.textContent = 'due';
    } else {
      time.textContent =
        Math.abs(apart) < 1 ? 'now' : apart < 0 ? length(-apart) + ' ago' : 'in ' + length(apart);
    }
  }
}

// Colours: as the system has them, or light, or dark.
const themes = ['auto', 'light', 'dark'];

function themeSwitch() {
  const button = document.getElementById('theme');
  if (!button) {
    return;
  }
  const shown = () => document.documentElement.dataset.theme || 'auto';
  const label = () => {
    button.textContent = 'Theme: ' + shown();
  };
  button.hidden = false;
  label();
  button.addEventListener('click', () => {
    const next = themes[(themes.indexOf(shown()) + 1) % themes.length];
    if (next === 'auto') {
      localStorage.removeItem('theme');
      delete document.documentElement.dataset.theme;
    } else {
      localStorage.setItem('theme', next);
      document.documentElement.dataset.theme = next;
    }
    label();
  });
}

// One box that checks all, and how many are checked.
function selection(root) {
  const all = root.querySelector('#all');
  if (!all) {
    return;
  }
  const boxes = [...root.querySelectorAll('input[name=id]')];
  const count = root.querySelector('#chosen');
  const told = () => {
    const n = boxes.filter((box) => box.checked).length;
    all.checked = n > 0 && n === boxes.length;
    all.indeterminate = n > 0 && n < boxes.length;
    count.textContent = n === 0 ? 'none chosen' : n + ' chosen';
  };
  all.hidden = false;
  all.addEventListener('change', () => {
    for (const box of boxes) {
      box.checked = all.checked;
    }
    told();
  });
  boxes.forEach((box) => box.addEventListener('change', told));
  told();
}

// A file that is dropped or chosen becomes the text of the form.
function drops(root) {
  const zone = root.querySelector('#drop');
  if (!zone) {
    return;
  }
  const text = root.querySelector('#list');
  const file = zone.querySelector('input[type=file]');
  const read = async (one) => {
    if (one) {
      text.value = await one.text();
      root.querySelector('#dropped').textContent = one.name + ' is ready to be imported.';
      text.form.querySelector('button').focus();
    }
  };
  zone.hidden = false;
  file.addEventListener('change', () => read(file.files[0]));
  for (const kind of ['dragenter', 'dragover']) {
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add('over');
    });
  }
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    read(event.dataTransfer.files[0]);
  });
}

// The progress of a poll that was asked for.
function follow(root) {
  const log = root.querySelector('[data-follow]');
  if (!log || log.dataset.following) {
    return;
  }
  log.dataset.following = 'yes';
  const list = log.querySelector('ol');
  const events = new EventSource(log.dataset.follow);
  const line = (event) => {
    const item = document.createElement('li');
    item.textContent = event.data;
    list.append(item);
  };
  events.addEventListener('step', line);
  events.addEventListener('done', (event) => {
    line(event);
    events.close();
    log.classList.add('over');
    if (window.htmx) {
      htmx.ajax('GET', location.pathname, {target: '#live', select: '#live', swap: 'outerHTML'});
    }
  });
}

// "/" goes to the search, as in many places.
document.addEventListener('keydown', (event) => {
  const search = document.querySelector('input[type=search]');
  const isText = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  if (event.key === '/' && search && !isText && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    search.focus();
  }
});

function begin(root) {
  tellTimes(root);
  selection(root);
  drops(root);
  follow(root);
}

themeSwitch();
begin(document);
document.addEventListener('htmx:afterSwap', () => begin(document));
setInterval(() => tellTimes(document), 10000);
