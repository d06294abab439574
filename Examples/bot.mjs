#!/usr/bin/env node
// A bot for FiveByFive. Change `choose`, which gets the game and returns a move. The rest plays the moves.
//
//     node bot.mjs http://localhost:8080 GAME                     # joins a game, by its id or its link
//     node bot.mjs http://localhost:8080 --new square --start 2   # makes a game, starts it when 2 are seated

import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

// ----------------------------------------------------------------------------------------------- strategy

// Returns a move, or null to wait until the game changes. The game is what `GET /games/{id}` tells this seat,
// and `me`, the number of the seat. A move is an action and its parameters, as ["place", {cell: 7}];
// ["edit", {cells: {…}}] writes letters.
async function choose(game) {
  return strategies[game.rules](game);
}

// The 25 cells of the bot's own board, or of the board (number 0) that all players share.
const ownCells = (game) => game.boards.find(({ board }) => board === 0 || board === game.me).cells;

// A word list of the server: `en` has the words that count, `en-answers` those that a game can hide.
const lists = new Map();
async function words(name) {
  if (!lists.has(name)) lists.set(name, (await call("GET", `/lexicons/${name}.txt`)).trim().split("\n"));
  return lists.get(name);
}

const five = [0, 1, 2, 3, 4];
const rows = five.map((row) => five.map((column) => 5 * row + column));
const lines = [...rows, ...five.map((column) => rows.map((row) => row[column]))];

// The item with the highest score.
function best(items, score) {
  const scores = items.map(score);
  return items[scores.indexOf(Math.max(...scores))];
}

// The word square: calls and places the letter for which a row and a column gain most.
async function square(game) {
  if (!game.actions.includes("call") && !game.actions.includes("place")) return null;
  const list = await words(game.lexicon.id);
  const points = Object.entries(game.scoring.points).reverse();
  const board = ownCells(game).map((cell) => cell.value || ".");
  const worth = (board, cell) => {
    const both = lines.filter((line) => line.includes(cell));
    const [row, column] = both.map((line) => line.map((index) => board[index]).join(""));
    return value(row, points, list) + value(column, points, list);
  };
  const gain = ([cell, letter]) =>
    worth([...board.slice(0, cell), letter, ...board.slice(cell + 1)], cell) - worth(board, cell);
  // The player chooses a letter to call and, under most presets, one for the last cell.
  const letters = game.round.step === "place" ? [game.called] : game.lexicon.letters;
  const holes = board.flatMap((letter, cell) => (letter === "." ? [cell] : []));
  const [cell, letter] = best(holes.flatMap((cell) => letters.map((letter) => [cell, letter])), gain);
  return game.actions.includes("call") ? ["call", { letter }] : ["place", { cell, letter }];
}

// The expected points of the best word in a line such as `CA.E.`. The guess, which plays well: a hole gets the
// letter that a word needs with a chance of 1 in 20.
const values = new Map();
function value(line, points, list) {
  if (values.has(line)) return values.get(line);
  let expected = 0;
  let noneBetter = 1;
  for (const [length, score] of points) {
    for (let start = 0; start + Number(length) <= 5; start++) {
      const part = line.slice(start, start + Number(length));
      const chance = Math.min(1, fitting(part, list) * 0.05 ** part.split(".").slice(1).length);
      expected += noneBetter * chance * score;
      noneBetter *= 1 - chance;
    }
  }
  values.set(line, expected);
  return expected;
}

// How many words fit a part of a line, such as `CA.`: those that fit `CA.` and `..T` fit `CAT`.
const sets = new Map();
function fitting(part, list) {
  const having = (place) => {
    const key = part.length + part[place] + place;
    const fits = (word) => word.length === part.length && (part[place] === "." || word[place] === part[place]);
    if (!sets.has(key)) sets.set(key, new Set(list.filter(fits)));
    return sets.get(key);
  };
  const [first, ...others] = [...part].map((_, place) => having(place)).sort((a, b) => a.size - b.size);
  let count = 0;
  for (const word of first) if (others.every((set) => set.has(word))) count++;
  return count;
}

// The hidden word: of the words that explain all marks, guesses the one that splits them into most groups.
async function guess(game) {
  if (game.row === undefined) return null; // not started, or this board is finished
  const cells = ownCells(game);
  let left = await words(`${game.lexicon.id}-answers`);
  for (const line of rows.slice(0, game.row)) {
    left = left.filter((word) => marks(word, read(cells, line, "value")) === read(cells, line, "mark"));
  }
  const some = left.filter((_, index) => index % Math.ceil(left.length / 40) === 0); // nearly as good as all
  const word = best(some, (word) => new Set(left.map((answer) => marks(answer, word))).size);
  const row = rows[game.row];
  if (word === read(cells, row, "value")) return ["submit", {}];
  return ["edit", { cells: Object.fromEntries(row.map((index, place) => [index, word[place]])) }];
}

// The letters (`value`) of a line, or the initials of its marks (`mark`).
const read = (cells, line, key) => line.map((index) => cells[index][key].slice(0, 1)).join("");

// What the server shows for a word, such as `hnmmm`: hit, near, miss.
function marks(answer, word) {
  const unused = [...answer].filter((wanted, place) => wanted !== word[place]);
  return [...word].map((letter, place) => {
    if (letter === answer[place]) return "h";
    const found = unused.indexOf(letter);
    if (found >= 0) unused.splice(found, 1);
    return found >= 0 ? "n" : "m";
  }).join("");
}

const six = [0, 5, 2, 7, 4, 9].map((number) => lines[number]); // across and down in turn: each limits the next

// The lattice: finds the six words, then swaps letters into their places, two at once if possible.
async function lattice(game) {
  if (!game.actions.includes("swap")) return null;
  const cells = ownCells(game);
  const answers = await words(`${game.lexicon.id}-answers`);
  const have = cells.map((cell) => cell.value);
  const want = arrange([], have, six.map((line) => answers.filter((word) => explains(word, line, cells))), []);
  const wrong = Object.keys(want).map(Number).filter((index) => have[index] !== want[index]);
  const targets = (from) => wrong.filter((to) => have[from] === want[to]);
  const swaps = wrong.flatMap((from) => targets(from).map((to) => ({ from, to })));
  return ["swap", swaps.find(({ from, to }) => have[to] === want[from]) ?? swaps[0]];
}

// Whether a word explains the marks of its line. Where two words cross, near may be due to the other one.
function explains(word, line, cells) {
  const [expected, shown] = [marks(word, read(cells, line, "value")), read(cells, line, "mark")];
  const crosses = (index) => index % 2 === 0 && Math.floor(index / 5) % 2 === 0;
  return line.every((index, place) => {
    return shown[place] === expected[place] || (shown[place] + expected[place] === "nm" && crosses(index));
  });
}

// The letters of the cells when six different words use up all letters; null if no words do.
function arrange(board, unused, fitting, used) {
  if (used.length === 6) return board;
  for (const word of fitting[used.length]) {
    const [next, left] = [[...board], [...unused]];
    const fits = six[used.length].every((index, place) => {
      if (next[index]) return next[index] === word[place];
      next[index] = word[place];
      return left.includes(word[place]) && left.splice(left.indexOf(word[place]), 1);
    });
    const found = fits && !used.includes(word) && arrange(next, left, fitting, [...used, word]);
    if (found) return found;
  }
  return null;
}

const strategies = { square, guess, lattice };

// ------------------------------------------------------------------------------------------------- server

let server; // its URL
let token; // of the bot's seat

// An answer of 400 or more, with the server's explanation; without an answer, what keeps the bot from playing.
class Failure extends Error {
  constructor(message, response) {
    super(message);
    this.status = response?.status;
    this.retryAfter = Number(response?.headers.get("Retry-After") ?? 1);
  }
}

// Sends a request once.
async function open(method, path, body, signal = AbortSignal.timeout(15_000), headers = {}) {
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  const response = await fetch(server + path, { method, headers, signal, body: body && JSON.stringify(body) });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Failure(problem.detail ?? response.statusText, response);
}

// Sends a request until its outcome is known. Moves may arrive twice: the server makes only one for each move
// id. `once` is for requests that it would carry out twice.
async function call(method, path, body, once = false) {
  for await (const _ of attempts()) {
    try {
      const text = await (await open(method, path, body)).text();
      return text.startsWith("{") ? JSON.parse(text) : text;
    } catch (error) {
      await throwOrWait(error, once);
    }
  }
}

// Yields the number of each event. After a break it names the last one, and the server sends what was missed, or
// a snapshot of the game, which has the number of its last event.
async function* follow(path) {
  const headers = { Accept: "application/x-ndjson" };
  for (;;) {
    for await (const _ of attempts()) {
      // The server sends a line at least every 15 s: after 40 s of silence the connection is dead.
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(), 40_000);
      let heard = false;
      let rest = "";
      try {
        const stream = await open("GET", path, undefined, silence.signal, headers);
        for await (const text of stream.body.pipeThrough(new TextDecoderStream())) {
          timer.refresh();
          heard = true;
          const whole = (rest + text).split("\n");
          rest = whole.pop();
          for (const line of whole) {
            const { id, data } = JSON.parse(line.trim() || "{}");
            if (id === undefined) continue; // beats, presence and cursors have none
            headers["Last-Event-ID"] = id;
            yield data.sequence;
          }
        }
      } catch (error) {
        await throwOrWait(error);
      } finally {
        clearTimeout(timer);
        silence.abort();
      }
      if (heard) break;
    }
    await sleep(Math.random() * 500);
  }
}

// Waits as long as the server asks for; throws the error if the same request cannot succeed later.
async function throwOrWait(error, once = false) {
  // `fetch` reports a broken connection as a TypeError, and a broken stream or a time limit as others of these.
  const lost = error instanceof TypeError || ["AbortError", "TimeoutError"].includes(error.name);
  if (once ? error.status !== 429 : !lost && ![429, 503].includes(error.status)) throw error;
  if (error.retryAfter) await sleep(1000 * error.retryAfter);
}

// Attempts for five minutes. Pauses grow, and are random so that many bots do not come back at once.
async function* attempts() {
  const end = Date.now() + 300_000;
  for (let number = 0; Date.now() < end; number++) {
    yield number;
    await sleep((0.5 + Math.random() / 2) * Math.min(10_000, 100 * 2 ** number));
  }
  throw new Failure("no answer for five minutes");
}

// ----------------------------------------------------------------------------------------------- the game

// Plays until the game is over, and returns it.
async function play(path, me, start) {
  let seen = -1; // the last event that needs no move any more
  for await (const number of follow(`${path}/events`)) {
    while (number > seen) {
      const game = { ...(await call("GET", path)), me };
      if (game.state === "finished") return game;
      const move = routine(game, start) ?? (game.state === "playing" ? await choose(game) : null);
      // A refused move would be refused again: wait for the next event.
      if (!move || !(await make(path, ...move))) seen = game.sequence;
    }
  }
}

// The moves that need no strategy.
function routine(game, start) {
  if (game.actions.includes("return")) return ["return", {}]; // the bot had left, and the server plays for it
  return start && game.seats.length >= start && game.actions.includes("start") ? ["start", {}] : null;
}

// Makes a move; returns whether the server accepts it.
async function make(path, name, parameters) {
  console.log(name, JSON.stringify(parameters));
  const body = { ...parameters, move: randomUUID() }; // one id for one move, however often it is sent
  try {
    if (name === "edit") await call("PATCH", `${path}/board`, body);
    else await call("POST", `${path}/actions/${name}`, body);
    return true;
  } catch (error) {
    if (!error.status) throw error;
    console.log(`refused: ${error.message}`);
    return false;
  }
}

// Finds or makes the game and takes a seat; returns the game's path and the seat's number.
async function sitDown(options, id) {
  let game;
  if (options.new) {
    const order = { rules: options.new, options: Object.fromEntries(options.option.map(option)) };
    game = await call("POST", "/games", order, true);
    console.log(`The game, for people and for bots: ${server}/g/${game.id}`);
  } else {
    game = await call("GET", `/games/${id}`, undefined, true);
  }
  const path = `/games/${game.id}`;
  if (!strategies[game.rules]) {
    throw new Failure(`This bot does not play ${game.rules}; it plays ${Object.keys(strategies).join(", ")}.`);
  }
  if (game.state === "finished") throw new Failure("This game is over.");
  const kept = options.state && existsSync(options.state) ? JSON.parse(readFileSync(options.state)) : {};
  if (kept.game === server + path) {
    token = kept.token;
    try {
      await call("GET", path);
      return [path, kept.seat];
    } catch (error) {
      if (error.status !== 401) throw error; // else the bot left before the game began, and the seat is gone
    }
  }
  token = game.host?.token; // the host stays host by taking a seat with this token
  const seat = await call("POST", `${path}/seats`, { name: options.name, bot: true }, true);
  token = seat.token;
  const text = JSON.stringify({ game: server + path, seat: seat.seat, token });
  if (options.state) writeFileSync(options.state, text, { mode: 0o600 });
  return [path, seat.seat];
}

// An option of a game: `seed=5` and `clock=null` are JSON, `mode=race` is text.
function option(text) {
  const [name, value] = text.split(/=(.*)/s);
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}

const usage = `Usage: bot.mjs SERVER GAME          join a game, by its id or its link
       bot.mjs SERVER --new RULES   make a game: ${Object.keys(strategies).join(", ")}
  --option NAME=VALUE   of a new game
  --start N             start when N are seated (1 for a new game)
  --name NAME           the bot's name
  --state FILE          keeps the seat in a file, to come back to it`;

async function main() {
  const text = { type: "string" };
  const known = { new: text, start: text, state: text, name: { ...text, default: "Node" } };
  known.option = { ...text, multiple: true, default: [] };
  known.help = { type: "boolean", short: "h" };
  const { values: options, positionals } = parseArgs({ options: known, allowPositionals: true });
  const id = positionals[1]?.match(/\/(?:g|games)\/([^/?#]+)/)?.[1] ?? positionals[1];
  if (options.help || !positionals[0] || Boolean(id) === Boolean(options.new)) {
    console.log(usage);
    process.exit(options.help ? 0 : 2);
  }
  server = positionals[0].replace(/\/$/, "");
  let path, me, leaving;
  const leave = async () => {
    if (path) await open("DELETE", `${path}/seats/${me}`, undefined, AbortSignal.timeout(3000)).catch(() => {});
  };
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => (leaving ??= leave().then(() => process.exit())));
  }
  try {
    [path, me] = await sitDown(options, id);
    const game = await play(path, me, Number(options.start ?? (options.new ? 1 : 0)));
    // A finished game is not left: that would remove the bot from its result.
    console.log("finished:", JSON.stringify(game.result));
  } catch (error) {
    if (leaving) return;
    const known = error instanceof Failure || error.cause; // else it is a bug: show where
    console.error(known ? `${server}: ${error.cause?.message ?? error.message}` : error);
    process.exitCode = 1;
    await leave();
  }
}

await main();
