/** The sentences of the end of a game and of its replay. */
export const words = {
  theAnswer: 'The answer',
  best: (words, points) => `Best line: ${words}, ${points}`,
  lines: 'Line by line',
  lineHeads: ['Line', 'Words', 'Points'],
  line: {
    across: (index) => `Row ${index + 1}`,
    down: (index) => `Column ${'abcde'[index]}`,
    diagonal: (rising) => (rising ? 'Diagonal ↗' : 'Diagonal ↘'),
  },
  bonus: 'Full lines',
  bestOf: (day) => `Best of ${day}`,
  leaderHeads: ['Rank', 'Name'],
  helped: 'helped',
  block: 'block',
  loading: (n) => `${n} moves read …`,
  position: 'Position in the game',
  steps: { back: 'Back', play: 'Play', pause: 'Pause', next: 'Next', fast: 'Fast' },
  beginning: 'Before the first move',
  when: (time, what) => `${time} ${what}`,
  server: 'The server',
  happened: {
    'game.started': () => 'The game begins',
    'letter.called': (who, { letter }) => `${who} called ${letter}`,
    'cells.marked': (who, { cause }, row, word) => (cause === 'submit' ? `${who}, row ${row}: ${word}`
      : cause === 'swap' ? `${who} swapped` : `${who} ${cause === 'check' ? 'checked' : 'revealed'} ${word}`),
    'board.wrong': () => 'Full, but not all of it is right',
    'board.finished': (who, { solved }) => (solved ? `${who}: solved` : `${who}: not solved`),
    'game.paused': (who) => `${who} paused`,
    'game.resumed': (who) => `${who} went on`,
    'game.finished': () => 'The game is over',
  },
};
