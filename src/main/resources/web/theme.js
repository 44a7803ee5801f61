'use strict';
// Before the first paint, so that a page is not drawn in the other colours for a moment.
(() => {
  const kept = localStorage.getItem('theme');
  if (kept === 'light' || kept === 'dark') {
    document.documentElement.dataset.theme = kept;
  }
})();
