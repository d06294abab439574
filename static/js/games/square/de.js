/** Die Sätze nur dieses Spiels. */
const THREE = 'Wörter mit 3, 4 oder 5 Buchstaben zählen';
const TWO = 'Wörter mit 2 bis 5 Buchstaben zählen';
const BEST = 'Punkte, in jeder Linie das beste.';
const APART = 'Punkte, in einer Linie auch mehrere ohne gemeinsamen Buchstaben.';

export const words = {
  title: 'Wortquadrat',
  task: 'ein Wortquadrat',
  summary: 'Nenne Buchstaben, setze sie, bilde Wörter.',
  friends: 'Mit Freunden',
  bots: 'Gegen Bots',
  fields: { preset: 'Wertung', clock: 'Mit Uhr spielen' },
  hints: { clock: 'Eine Minute zum Nennen, 45 s zum Setzen.' },
  choices: {
    preset: {
      family: ['Familie', `${THREE} 3, 4 oder 5 ${BEST}`],
      classic: ['Klassisch', `${THREE} 1, 5 oder 10 ${BEST}`],
      'classic-all': ['Klassisch, alle Wörter', `${THREE} 1, 5 oder 10 Punkte, Wörter in Wörtern auch.`],
      wordsworth: ['Wordsworth', `${THREE} 3, 4 oder 10 ${BEST}`],
      scorewords: ['Scorewords', `${THREE} 1, 2 oder 4 Punkte, überlappende Wörter auch.`],
      long: ['Lange Wörter', `${TWO} 2, 3, 5 oder 10 ${APART}`],
      teacher: ['Schule', `${TWO} 2, 3, 4 oder 6 ${APART}`],
      tournament: ['Turnier', `${TWO} 2, 3, 4 oder 10 ${APART}`],
    },
  },
  withClock: 'mit Uhr',
  withoutClock: 'ohne Uhr',
  ends: {
    rich: ['Überall Wörter!', 'Was für ein Quadrat!'],
    fine: ['Ein schönes Quadrat!', 'Gut gesetzt.'],
    few: ['Knifflige Buchstaben heute.', 'Jedes Wort zählt.'],
    none: ['Diesmal kein einziges Wort.'],
  },
  toGo: (n) => (n === 1 ? 'Noch 1 Buchstabe' : `Noch ${n} Buchstaben`),
  over: 'Vorbei',

  ownRules: (least) => `Wörter ab ${least} Buchstaben zählen, waagerecht und senkrecht.`,
  clockHint: (call, place) => `${call} s zum Nennen, ${place} s zum Setzen.`,
  noClock: 'Ohne Uhr: Alle nehmen sich so viel Zeit, wie sie brauchen.',
  startAlone: 'Allein bekommst du die Buchstaben genannt.',

  round: (number, of) => `Runde ${number} von ${of}`,
  lastRound: 'Letztes Feld',
  callKeys: 'Buchstaben zum Nennen',
  lastKeys: 'Buchstaben für das letzte Feld',
  yourCall: 'Du bist dran: Nenne einen Buchstaben',
  yourCallNote: 'Alle müssen ihn setzen.',
  theirCall: (name) => `${name} nennt einen Buchstaben`,
  soloCall: 'Der nächste Buchstabe kommt',
  calling: (letter) => `${letter} wird genannt …`,
  place: (letter) => `Setze ${letter}`,
  placeNote: (name) => `Von ${name} genannt.`,
  youCalled: 'Von dir genannt.',
  clockCalled: 'Die Zeit war um, darum wurde für dich gewählt.',
  clockCalledFor: (name) => `Die Zeit war um, darum wurde für ${name} gewählt.`,
  placing: (letter) => `${letter} wird gesetzt …`,
  placed: (letter) => `${letter} ist gesetzt`,
  waitsFor: (names) => `Warten auf ${names}.`,
  chooseLast: 'Wähle deinen letzten Buchstaben',
  chooseLastNote: 'Ein Feld ist noch frei: Nimm, was du willst.',
  full: 'Dein Brett ist voll',
  watchingTitle: (letter) => (letter ? `Der Buchstabe ist ${letter}` : 'Du schaust zu'),
  secondsShort: (n) => `${n} s`,
  timeLeft: 'Restzeit',
  calledSoFar: 'Bisher genannt',
  byBot: (letter, square) => `Die Zeit war um: Ein Bot hat ${letter} für dich auf ${square} gesetzt.`,
  codes: {
    'too-late': 'Das Spiel ging ohne diesen Buchstaben weiter.',
    'cell-taken': 'Dieses Feld ist schon belegt.',
    'already-placed': 'Diesen Buchstaben hast du schon gesetzt.',
    'not-your-turn': 'Du bist nicht dran.',
  },
};
