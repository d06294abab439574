/** What the server would answer to the parts of the style guide. */
const DAY = 86_400_000;
/** The names of the games with statistics, which are known when the server has answered. @type {string[]} */
export const dailyGames = [];

export const PLAYER = { player: 'p1', key: 'styleguide', name: 'Ann', colour: '#5661b3' };

const STATISTICS = {
  played: 41, won: 38, streak: 12, best: 19, times: { best: 48, average: 131 },
  distribution: { 1: 1, 2: 6, 3: 14, 4: 11, 5: 6 },
};

const LEADERS = [['Cho', 2, 41], ['Ann', 3, 52], ['Benedikt of the very long name', 3, 75], ['Dee', 4, 130]];
const leader = ([name, guesses, seconds], index) => ({
  rank: index + 1, name, guesses, seconds, score: 6 - guesses, player: name === 'Ann' ? PLAYER.player : `q${index}`,
});

const player = () => ({
  ...PLAYER, statistics: Object.fromEntries(dailyGames.map((name) => [name, STATISTICS])),
  keys: [
    { n: 1, created: new Date(Date.now() - 40 * DAY), lastUsed: new Date() },
    { n: 2, created: new Date(Date.now() - 3 * DAY), lastUsed: new Date(Date.now() - DAY) },
  ],
});

/** The events of a short game, for its replay: two players write two words. */
function history() {
  const begun = Date.now() - 600_000;
  const written = [['C', 0, 1], ['A', 1, 1], ['T', 2, 1], ['O', 7, 2], ['E', 12, 2]];
  const events = [
    { type: 'seat.taken', seat: 1, name: 'Ann', colour: '#5661b3' },
    { type: 'seat.taken', seat: 2, name: 'Ben', colour: '#e76f51' },
    ...written.map(([value, cell, by]) => ({ type: 'cell.changed', board: 0, cell, value, by })),
    { type: 'game.finished', result: {} },
  ];
  return events.map((event, index) => JSON.stringify(
    { ...event, sequence: index + 1, time: new Date(begun + index * 9000) })).join('\n');
}

const code = () => ({
  code: 'K7QF-2MXR', url: '/link/K7QF2MXR', expires: new Date(Date.now() + 300_000).toISOString(),
});

/** @type {[RegExp, {takes?: string[], body: (query: URLSearchParams) => any}][]} by path */
export const ANSWERS = [
  [/^\/players\/me$/, { takes: ['PATCH'], body: player }],
  [/^\/players\/me\/codes$/, { takes: ['POST'], body: code }],
  [/^\/leaderboards\//, { body: () => ({ entries: LEADERS.map(leader), assisted: [] }) }],
  [/^\/games\/styleguide\/history$/, { body: (query) => (query.get('after') === '0' ? history() : '') }],
  [/^\/games\/styleguide\/share$/, { body: () => 'A game of the style guide\n' }],
];
