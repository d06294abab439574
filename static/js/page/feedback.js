/** Sounds and vibrations for what the reader writes and for how a game ends, if the settings ask for them. */
import { settings } from '../wire/settings.js';

/** Frequencies in hertz with durations in seconds, one after the other. */
const TONES = {
  key: [[620, 0.03]],
  wrong: [[233, 0.12], [196, 0.18]],
  end: [[392, 0.12], [330, 0.2]],
  win: [[523, 0.1], [659, 0.1], [784, 0.1], [1047, 0.3]],
};
/** Milliseconds of vibration, pause, vibration … */
const PULSES = { key: 8, wrong: [30, 40, 30], end: 40, win: [20, 40, 20, 40, 60] };
const VOLUME = 0.06;
let audio = null;

function play(tones) {
  audio ??= new AudioContext();
  let time = audio.currentTime;
  for (const [frequency, duration] of tones) {
    const oscillator = new OscillatorNode(audio, { type: 'triangle', frequency });
    const gain = new GainNode(audio, { gain: VOLUME });
    gain.gain.setTargetAtTime(0, time + duration * 0.6, duration * 0.15);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(time);
    oscillator.stop(time + duration * 1.5);
    time += duration;
  }
}

/** @param {keyof TONES} kind */
function give(kind) {
  const { sound, haptics } = settings();
  if (haptics) navigator.vibrate?.(PULSES[kind]);
  if (sound) play(TONES[kind]);
}

/** @param {import('../state/game-client.js').GameClient} client */
export function followGame(client) {
  document.addEventListener('beforeinput', ({ target }) => target.id === 'letters' && give('key'));
  document.addEventListener('click', ({ target }) => target.closest?.('.key') && give('key'));
  client.addEventListener('event', ({ detail: { event: { type, board, result } } }) => {
    const { ownBoard } = client.state;
    if (type === 'board.wrong' && board === ownBoard) give('wrong');
    if (type === 'game.finished') give(result?.winners?.includes(client.me?.seat) ? 'win' : 'end');
  });
}
