'use strict';
// The code comes behind a '#', which browsers send to nobody and write to no log.
const told = document.getElementById('told');
async function login(body) {
  const answer = await fetch('/login', {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(body),
  });
  if (answer.ok) {
    location.replace('/');
  } else {
    told.textContent = (await answer.json()).detail;
  }
}
document.getElementById('login').addEventListener('submit', (event) => {
  event.preventDefault();
  login({token: document.getElementById('token').value.trim()});
});
const code = new URLSearchParams(location.hash.slice(1)).get('code');
if (code) {
  history.replaceState(null, '', '/login');
  login({code});
}
