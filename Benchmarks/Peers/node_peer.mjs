// The measured API on Node's http module.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";

const SECURITY = { "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin" };
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** A game with one board, which is encoded on the first request after a change. */
class Game {
  sequence = 0;
  bytes = null;
  cells = Array.from({ length: 25 }, (_, index) => {
    const [row, column] = [Math.floor(index / 5), index % 5];
    return { index, square: "abcde"[column] + (row + 1), row, column, kind: "letter", value: "", sequence: undefined };
  });

  constructor(id) {
    this.id = id;
  }

  get tag() {
    return `"${this.sequence}"`;
  }

  get text() {
    const symbols = this.cells.map((cell) => cell.value || ".").join("");
    return [0, 5, 10, 15, 20].map((start) => symbols.slice(start, start + 5)).join("/");
  }

  /** FNV-1a, 32 bits. */
  hash(text) {
    let hash = 2166136261;
    for (const byte of Buffer.from(`${this.sequence}\n0:${text}`)) hash = Math.imul(hash ^ byte, 16777619);
    return (hash >>> 0).toString(16).padStart(8, "0");
  }

  get document() {
    const { id: game, sequence, cells, text } = this;
    return { game, board: 0, sequence, hash: this.hash(text), size: 5, text, cells, words: [], score: 0 };
  }

  get encoded() {
    this.bytes ??= Buffer.from(JSON.stringify(this.document));
    return this.bytes;
  }

  edit(index, value) {
    const cell = this.cells[index];
    const previous = cell.value;
    const events = [];
    if (previous !== value) {
      this.sequence += 1;
      cell.value = value;
      cell.sequence = this.sequence;
      this.bytes = null;
      const [sequence, time] = [this.sequence, new Date().toISOString()];
      events.push({ sequence, time, type: "cell.changed", board: 0, cell: index, value, previous });
    }
    return { sequence: this.sequence, hash: this.hash(this.text), events };
  }

  /** The response to POST /games. */
  created() {
    const board = this.document;
    return {
      id: this.id, rules: "free", options: {}, public: false, created: new Date().toISOString(), state: "playing",
      sequence: 0, hash: board.hash, open: false, privateBoards: false, seatLimit: 12, seats: [],
      boards: [board], lexicon: { id: "en", letters: LETTERS },
      scoring: {
        preset: "family", minimumLength: 3, points: { 3: 3, 4: 4, 5: 5 }, overlap: "single", diagonals: false,
        fullLine: 0,
      },
      clock: { elapsed: 0, running: true }, spectators: 0,
      actions: ["close", "close-seats", "lock", "open-seats"], prompts: [],
      host: { token: random(32) },
    };
  }
}

const lobby = new Game("lobby");
const games = new Map();

function random(length) {
  return Array.from(randomBytes(length), (byte) => "0123456789abcdefghjkmnpqrstvwxyz"[byte & 31]).join("");
}

function send(response, status, headers, body) {
  const json = { "Content-Type": "application/json", "Content-Length": body && Buffer.byteLength(body) };
  response.writeHead(status, { ...(body ? json : {}), ...headers, ...SECURITY });
  response.end(body);
}

function refuse(response, status) {
  send(response, status, { "Cache-Control": "no-store" }, JSON.stringify({ status }));
}

function show(game, request, response) {
  const headers = { "Cache-Control": "no-cache", ETag: game.tag, Vary: "Accept" };
  if (request.headers["if-none-match"] === game.tag) return send(response, 304, headers);
  send(response, 200, headers, game.encoded);
}

function edit(game, cell, body, response) {
  const value = body.value?.toUpperCase();
  if (!(cell >= 0 && cell < 25)) return refuse(response, 404);
  if (!/^\p{L}?$/u.test(value ?? "--")) return refuse(response, 422);
  const edited = game.edit(cell, value);
  send(response, 200, { "Cache-Control": "no-store", ETag: game.tag }, JSON.stringify(edited));
}

function create(body, response) {
  if ((body.rules ?? "free") !== "free") return refuse(response, 422);
  const game = new Game(random(10));
  games.set(game.id, game);
  const headers = { "Cache-Control": "no-store", Location: `/games/${game.id}` };
  send(response, 201, headers, JSON.stringify(game.created()));
}

function withBody(request, response, use) {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    let body;
    try {
      body = JSON.parse(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    } catch {
      return refuse(response, 400);
    }
    use(body);
  });
}

const server = createServer((request, response) => {
  const path = request.url.split("/");
  const game = path[1] === "games" && path.length > 2 ? games.get(path[2]) : lobby;
  const rest = game === lobby ? path.slice(1) : path.slice(3);
  if (request.method === "POST" && request.url === "/games") {
    withBody(request, response, (body) => create(body, response));
  } else if (!game || rest[0] !== "board") {
    refuse(response, 404);
  } else if (request.method === "GET" && rest.length === 1) {
    show(game, request, response);
  } else if (request.method === "POST" && rest[1] === "cells" && rest.length === 3) {
    withBody(request, response, (body) => edit(game, Number(rest[2]), body, response));
  } else {
    refuse(response, 404);
  }
});

server.keepAliveTimeout = 75_000;
server.listen({ host: "127.0.0.1", port: 0, backlog: 1024 }, () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
