/** The sentences of this game alone; those of all games are in `strings`. */
export const words = {
  example: ['', ''], // as in the game
  title: 'Free board',
  summary: 'Write whatever you like, together.',
  newBoard: 'New board',
  fields: { open: 'Anyone with the link may write' },
  hints: { open: 'Otherwise only players who have joined.' },
};
