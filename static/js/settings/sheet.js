/** The settings sheet: name and colour, look, playing, devices. */
import { SchemaForm } from '../dialogs/form.js';
import { toast } from '../page/announce.js';
import { askForm } from '../page/ask.js';
import { el, loadStyle } from '../page/dom.js';
import { seatProfile } from '../page/new-game.js';
import { colourField, nameField } from '../dialogs/profile.js';
import { Account } from '../player/account.js';
import { LANGUAGES, language, setLanguage } from '../strings.js';
import { Identity } from '../wire/identity.js';
import { signIn, storedPlayer } from '../wire/player.js';
import { DEFAULTS, saveSettings, settings } from '../wire/settings.js';
import { say } from './words.js';

const style = loadStyle(new URL('./settings.css', import.meta.url).href);

const choice = (...values) => ({ enum: values });
const flag = { type: 'boolean' };
const canNotify = isSecureContext && 'Notification' in window;
const GROUPS = {
  look: {
    theme: choice('auto', 'light', 'dark'), contrast: flag, largeLetters: flag,
    language: choice(...Object.keys(LANGUAGES)),
  },
  playing: {
    keyboard: choice('qwerty', 'qwertz', 'azerty', 'alphabet'), skipFilled: flag, nextClue: flag, sound: flag,
    ...(navigator.vibrate && { haptics: flag }), ...(canNotify && { notify: flag }),
  },
};

/** Shows the sheet. @returns {Promise<void>} when it is closed and everything is saved */
export async function openSettings() {
  await style;
  const chosen = { ...settings(), language };
  const words = { ...say, choices: { ...say.choices, language: LANGUAGES } };
  const forms = Object.entries(GROUPS).map(([group, schemas]) => (
    [group, new SchemaForm(Object.entries(schemas), { words, defaults: { ...DEFAULTS, language } })]));
  const account = new Account();
  account.draw();
  const section = (title, ...fields) => el('section', {}, el('h3', {}, title), ...fields);
  const body = el('div', { class: 'settings' },
    section(say.you, nameField(Identity.profile.name, { required: false }), colourField(seatProfile().colour)),
    ...forms.map(([group, form]) => section(say[group], ...form.fields(chosen))),
    account.node);
  const read = (data) => Object.assign({}, ...forms.map(([, form]) => form.read(data)));
  body.addEventListener('change', () => showTheme(read(new FormData(body.closest('form')))));
  const data = await askForm({ title: say.title, body: [body], signal: account.closed });
  if (!data) return showTheme(settings());
  const { language: spoken, ...rest } = read(data);
  if (rest.notify && await Notification.requestPermission() !== 'granted') {
    rest.notify = false;
    toast(say.notAllowed);
  }
  saveSettings({ ...settings(), ...rest });
  Identity.profile = { name: data.get('name').trim(), colour: data.get('colour') };
  if (storedPlayer()) await signIn(seatProfile());
  if (spoken !== language) setLanguage(spoken);
}

/** Shows colours and letter size at once, saved or not. */
const showTheme = (detail) => dispatchEvent(new CustomEvent('theme', { detail }));
