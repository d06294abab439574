/** The shapes of what the modules pass to each other, for readers and editors. No page loads this file. */

/**
 * @typedef {Object} Cell
 * @property {'letter'|'block'|'given'} kind @property {string} value @property {number} [by] the author's seat
 * @property {string} [mark] hit, near, miss, wrong, right, revealed or pencil
 * @property {number} [number] @property {string} [label] @property {boolean} [circled]
 * @property {('right'|'bottom')[]} [bars] sides on which a word ends as before a block
 */

/**
 * @typedef {Object} Reply an answer of the server
 * @property {number} status 0 without a response (offline, connection refused, timeout)
 * @property {boolean} ok
 * @property {any} data the JSON body, which describes the problem if `ok` is false, or null
 * @property {number} retryAfter milliseconds
 */

/**
 * @typedef {Object} Edit a letter on its way to the server
 * @property {string} move @property {number} cell @property {string} value @property {boolean} pencil
 * @property {number} [round] the round in which the letter was called
 * @property {string} [expect] the server applies the edit only if the cell holds this
 * @property {boolean} tried sent at least once, so the server may have it
 * @property {string} [batch] the move id of the request that takes this edit along with others
 * @property {boolean} [alone] refused together with others
 */

/**
 * @typedef {Object} OutboxOptions
 * @property {(first: Edit, request: [string, string, Object]) => Promise<Reply>} send `request`: method, path and body
 * @property {(data: any) => void} onSaved called with the body of the response
 * @property {(edit: Edit, reply: Reply) => void} onRefused
 * @property {() => void} onUnauthorised @property {() => void} onChange
 */

/** @typedef {'connecting'|'live'|'offline'} Connection */

/**
 * @typedef {Object} StreamOptions
 * @property {string} path @property {() => string|null} token
 * @property {() => number|string|null} after the last known sequence or ids; null asks for a snapshot
 * @property {() => 'events'|'news'|'nothing'} [expected] what can still come: a stream of events, some news, nothing
 * @property {(type: string, data: any, id: string) => void} onEvent
 * @property {(connection: Connection, resumed: boolean) => void} onConnection
 * @property {(status: number) => void} onRefused 401: unknown token; 403: personal; 404: unknown game
 */

/**
 * @typedef {Object} GameState as the viewer may see it; see state/game-state.js
 * @property {number|null} sequence null until the first snapshot
 * @property {'waiting'|'playing'|'finished'} phase
 * @property {Map<number, Cell[]>} boards the visible ones by number: 0 is shared, board n belongs to seat n
 * @property {Map<number, any>} words by board, as last fetched: `{text, words, score}`; they were found on `text`
 * @property {Map<number, any>} seats by number, as in `GET /games/{id}`; `goneAt` is when the page saw the player gone
 * @property {boolean} seatsClosed whether the host lets nobody new sit down
 * @property {string|null} next the id of the rematch
 * @property {number} [swapsLeft] on a shared board, in games of swaps; with private boards each seat has its own
 * @property {boolean} isPrivate whether every player has a private board
 * @property {Round|null} round only in games of called letters
 * @property {{across: any[], down: any[]}|null} clues of a crossword
 * @property {string|null} day the date of a daily game
 * @property {string|null} challenge the id of the challenge to which the game belongs
 * @property {any} fields the body of the last `GET /games/{id}`
 * @property {boolean} stale whether hidden parts may have become visible: a snapshot is needed
 */

/** @typedef {{sentence: string, until?: string, label?: string, act?: () => void, dismiss?: () => void}} Notice */

/**
 * @typedef {Object} Round
 * @property {'call'|'place'|'last'} step @property {number} total the number of letters called in a game
 * @property {string[]} letters those called so far, in order @property {string|null} called the letter to place now
 * @property {number|null} turn the seat that calls now or called last; null if the server calls
 * @property {number[]} order seats in calling order
 */
