/** Notifications of the device, for a reader who looks at something else: the game has begun, or it is their turn. */
import { say } from '../settings/words.js';
import { base } from '../wire/base.js';
import { settings } from '../wire/settings.js';

/** One notification for each game: the next takes the place of the last. */
const tag = location.pathname;
let told = '';

async function show(title, body) {
  const options = { body, tag, icon: `${base}/icon-192.png`, data: location.href };
  const worker = await navigator.serviceWorker?.getRegistration();
  // Phones allow notifications by the service worker only.
  if (worker) return worker.showNotification(title, options);
  new Notification(title, options).onclick = () => focus();
}

async function clear() {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of await worker?.getNotifications({ tag }) ?? []) shown.close();
}

/**
 * @param {import('../state/game-client.js').GameClient} client
 * @param {() => string} task what the reader has to do now; empty while others play @param {() => string} title
 */
export function followGame(client, task, title) {
  const tell = (sentence) => {
    if (!sentence || sentence === told) return;
    const mayTell = document.hidden && client.me && settings().notify && Notification.permission === 'granted';
    if (mayTell) show(title(), sentence);
    told = mayTell ? sentence : '';
  };
  client.addEventListener('change', () => tell(task()));
  client.addEventListener('event', ({ detail: { event, mine } }) => {
    if (event.type === 'game.started' && !mine) tell(say.hasStarted);
  });
  document.addEventListener('visibilitychange', () => {
    told = task(); // the reader sees it, or has just seen it
    if (!document.hidden) clear();
  });
}
