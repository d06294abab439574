/** Die Sätze nur dieses Spiels. */
export const words = {
  example: ['NADELADLERABEND..........', 'nnnnmhnmnmhhhhh..........'],
  title: 'Geheimwort',
  task: 'ein Geheimwort',
  summary: 'Finde ein Wort mit fünf Buchstaben in fünf Versuchen.',
  solo: 'Allein',
  together: 'Team',
  race: 'Rennen',
  fields: { hard: 'Schwerer Modus' },
  hints: { hard: 'Gefundene Buchstaben musst du weiter benutzen.' },
  isHard: 'schwerer Modus',

  raceLine: 'Dasselbe Wort für alle. Die wenigsten Versuche gewinnen.',
  hardHint: 'Schwerer Modus: Gefundene Buchstaben musst du weiter benutzen.',

  ends: {
    in1: ['Auf Anhieb! Wie hast du das gemacht?'],
    in2: ['Großartig!', 'Zwei Versuche. Wow!'],
    in3: ['Scharf kombiniert!', 'Wunderbar gefunden.'],
    in4: ['Gut gefunden!', 'Schön eingekreist.'],
    in5: ['Puh, gerade noch!', 'Mit dem allerletzten Versuch!'],
  },
  lost: (word) => `Diesmal nicht: Es war ${word}`,
  answer: (word) => `Das Wort war ${word}`,
  guesses: 'Versuche',
  guessesLeft: (n) => (n === 1 ? 'Noch 1 Versuch' : `Noch ${n} Versuche`),

  isHit: 'Steht richtig.',
  isNear: 'Gehört woanders ins Wort.',
  isMiss: 'Nicht im Wort, oder nicht so oft.',
  hint: 'Schreib ein Wort mit fünf Buchstaben, dann Enter.',
  rowOf: (row) => `Reihe ${row} von 5`,
  rowNotFull: 'Zu wenig Buchstaben',
  rivalGuessed: (name) => `${name} hat einen Versuch gemacht`,
  codes: {
    'not-a-word': 'Dieses Wort steht nicht in der Wortliste.',
    'hard-mode': 'Gefundene Buchstaben musst du weiter benutzen.',
    'not-this-row': 'Diese Reihe ist nicht dran.',
  },
};
