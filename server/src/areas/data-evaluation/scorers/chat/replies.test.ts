import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { readyStandards } from '@vermilion/contract/data-evaluations/standards'
import { serviceEndpoints } from '@vermilion/contract/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { startFake, type FakeService, type ReceivedRequest } from '../../../settings/testing/fake-service.ts'
import { type ChatQuestion, completionOf, fakeUsage, scoresOf, startChatFake } from '../../testing/chat-fake.ts'
import { spaceOfPictures } from '../../testing/space-of-pictures.ts'

const secret = 'sk-replies-5ecret'
const keys = readyStandards[0]!.criteria.map(({ key }) => key)
const fitting = scoresOf(keys, 64)
const fittingText = JSON.stringify(fitting)
const withScore = (score: unknown) => completionOf({ ...fitting, light: { score, reason: 'dim' } })
const withText = (text: string) => completionOf(text)
const message = (content: object) => ({ body: { choices: [{ message: content }], usage: fakeUsage } })
const failing = (status: number, text = 'no', headers: Record<string, string> = {}): ReceivedRequest => ({
  status,
  headers,
  body: { error: { message: text } },
})

interface ReplyCase {
  readonly what: string
  readonly respond: (question: ChatQuestion) => ReceivedRequest
  readonly ends: number | RegExp
  readonly calls: number
}

const always = (response: ReceivedRequest) => () => response
const mended = (first: ReceivedRequest) => (question: ChatQuestion) =>
  question.isRepair ? completionOf(fitting) : first

const scored = 64
let elsewhere: FakeService

const cases: readonly ReplyCase[] = [
  { what: 'fits', respond: always(completionOf(fitting)), ends: scored, calls: 1 },
  { what: 'in a fence', respond: always(withText(`\`\`\`json\n${fittingText}\n\`\`\``)), ends: scored, calls: 1 },
  { what: 'among words', respond: always(withText(`Sure {ok}: ${fittingText} Bye.`)), ends: scored, calls: 1 },
  {
    what: 'behind thoughts',
    respond: always(withText(`<think>{"light": 3}</think>${fittingText}`)),
    ends: scored,
    calls: 1,
  },
  { what: 'wrapped', respond: always(completionOf({ scores: fitting })), ends: scored, calls: 1 },
  { what: 'with more criteria', respond: always(completionOf({ ...fitting, mood: 3 })), ends: scored, calls: 1 },
  {
    what: 'without reasons',
    respond: always(completionOf(Object.fromEntries(keys.map((key) => [key, { score: 64 }])))),
    ends: scored,
    calls: 1,
  },
  {
    what: 'in parts',
    respond: always(message({ content: [{ type: 'text', text: fittingText }] })),
    ends: scored,
    calls: 1,
  },
  {
    what: 'a told key',
    respond: always(completionOf({ ...fitting, light: { score: 64, reason: `with ${secret}` } })),
    ends: scored,
    calls: 1,
  },
  { what: 'mended', respond: mended(withText('very nice')), ends: scored, calls: 2 },
  { what: 'mended range', respond: mended(withScore(640)), ends: scored, calls: 2 },
  {
    what: 'words alone',
    respond: always(withText('A beautiful kitchen.')),
    ends: /no JSON object: A beautiful/,
    calls: 2,
  },
  { what: 'empty', respond: always(withText('')), ends: /reply is empty/, calls: 2 },
  { what: 'null', respond: always(message({ content: null })), ends: /reply is empty/, calls: 2 },
  {
    what: 'refusal',
    respond: always(message({ content: null, refusal: 'I cannot.' })),
    ends: /object: I cannot/,
    calls: 2,
  },
  { what: 'endless thought', respond: always(withText('<think>hm, well')), ends: /reply is empty/, calls: 2 },
  { what: 'cut off', respond: always(withText(fittingText.slice(0, -20))), ends: /no score of|no JSON/, calls: 2 },
  { what: 'a list', respond: always(completionOf([fitting.light])), ends: /no score of “geometry”/, calls: 2 },
  { what: 'a million', respond: always(completionOf(Array(1_000_000).fill(1))), ends: /no JSON|no score of/, calls: 2 },
  { what: 'a text', respond: always(withText('"64"')), ends: /no JSON object/, calls: 2 },
  {
    what: 'one missing',
    respond: always(completionOf({ ...fitting, light: undefined })),
    ends: /no score of “light”/,
    calls: 2,
  },
  {
    what: 'bare number',
    respond: always(completionOf({ ...fitting, light: 64 })),
    ends: /no score of “light”/,
    calls: 2,
  },
  { what: 'number as text', respond: always(withScore('64')), ends: /“light” is not a number: "64"/, calls: 2 },
  { what: 'null score', respond: always(withScore(null)), ends: /“light” is not a number: null/, calls: 2 },
  { what: 'true score', respond: always(withScore(true)), ends: /not a number: true/, calls: 2 },
  { what: 'list score', respond: always(withScore([64])), ends: /not a number: \[64\]/, calls: 2 },
  { what: 'too high', respond: always(withScore(100.5)), ends: /“light” is outside 0 to 100: 100.5/, calls: 2 },
  { what: 'below', respond: always(withScore(-1)), ends: /outside 0 to 100: -1/, calls: 2 },
  {
    what: 'infinite',
    respond: always(withText(fittingText.replace('64', '1e999'))),
    ends: /outside 0 to 100: Infinity/,
    calls: 2,
  },
  { what: 'NaN', respond: always(withText(fittingText.replace('64', 'NaN'))), ends: /no score of|no JSON/, calls: 2 },
  {
    what: 'prototype',
    respond: always(withText('{"__proto__": {"light": {"score": 3}}}')),
    ends: /no score of/,
    calls: 2,
  },
  { what: 'no choices', respond: always({ body: { choices: [] } }), ends: /not the answer of an OpenAI/, calls: 1 },
  {
    what: 'a million choices',
    respond: always({ body: { choices: Array(1_000_000).fill(1) } }),
    ends: /not the answer of an OpenAI/,
    calls: 1,
  },
  { what: 'a page', respond: always({ body: '<html>Welcome</html>' }), ends: /not the answer of an OpenAI/, calls: 1 },
  {
    what: 'an answer that is cut off',
    respond: always({ headers: { 'content-length': '500', connection: 'close' }, body: '{"choices": [' }),
    ends: /closed the connection/,
    calls: 4,
  },
  { what: 'half JSON', respond: always({ body: '{"choices": [' }), ends: /not the answer of an OpenAI/, calls: 1 },
  { what: 'endless', respond: always({ body: 'x'.repeat(4 * 1_048_576 + 1) }), ends: /larger than 4 MiB/, calls: 1 },
  {
    what: 'no schema',
    respond: (question) => (question.form === 'json_schema' ? failing(400) : completionOf(fitting)),
    ends: scored,
    calls: 2,
  },
  {
    what: 'no JSON',
    respond: (question) => (question.form === 'words' ? completionOf(fitting) : failing(422)),
    ends: scored,
    calls: 3,
  },
  {
    what: 'nothing at all',
    respond: always(failing(400, `bad ${secret}`)),
    ends: /refused the request \(400\): bad \*\*\*/,
    calls: 3,
  },
  { what: 'key', respond: always(failing(401)), ends: /refused the key \(401\)/, calls: 1 },
  { what: 'no rights', respond: always(failing(403)), ends: /\(403\)/, calls: 1 },
  { what: 'no credit', respond: always(failing(402)), ends: /credit is used up \(402\)/, calls: 1 },
  {
    what: 'limited for a while',
    respond: ({ earlier }) => (earlier < 2 ? failing(429, 'slow down', { 'retry-after': '1' }) : completionOf(fitting)),
    ends: scored,
    calls: 3,
  },
  { what: 'limited', respond: always(failing(429, 'slow down')), ends: /\(429\): slow down/, calls: 4 },
  {
    what: 'broken once',
    respond: ({ earlier }) => (earlier === 0 ? failing(503) : completionOf(fitting)),
    ends: scored,
    calls: 2,
  },
  {
    what: 'broken',
    respond: always(failing(500, 'out of memory')),
    ends: /itself failed \(500\): out of memory/,
    calls: 4,
  },
  {
    what: 'redirected',
    respond: () => ({ status: 307, headers: { location: `${elsewhere.address}/v1/chat/completions` }, body: '' }),
    ends: /leads on to/,
    calls: 1,
  },
]

const firstWidth = 100

let server: TestServer
let fake: FakeService
beforeAll(async () => {
  elsewhere = await startFake(() => completionOf(fitting))
  fake = await startChatFake({
    key: secret,
    respond: (question) => cases[question.width - firstWidth]!.respond(question),
  })
  server = await startTestServer()
})
afterAll(() => Promise.all([server.stop(), fake.stop(), elsewhere.stop()]))

test(`R8.09 each of ${cases.length} ways to reply ends in a score or in words that say why there is none`, async () => {
  const spaceId = await spaceOfPictures(
    server,
    'replies',
    cases.map((_, index) => firstWidth + index),
  )
  const scores = new Map<string, { score: number | null; words: string; calls: number }>()
  // Separate services, since the accepted format is remembered.
  for (const [index, { what }] of cases.entries()) {
    const settings = { url: `${fake.address}/v1`, key: secret, model: what, vision: true }
    const service = await server.call(serviceEndpoints.createService, { body: { kind: 'chat', name: what, settings } })
    const selection = { filter: { recursive: true, search: `${firstWidth + index}.png` } }
    const body = { name: what, selection, models: [`chat:${service.id}`], standardId: 'realism' }
    await server.call(dataEvaluationEndpoints.createDataEvaluation, { params: { spaceId }, body })
  }
  await server.platform.jobs.settled()
  const list = await server.call(dataEvaluationEndpoints.listDataEvaluations, {
    params: { spaceId },
    query: { limit: 500 },
  })
  for (const { id, name, cost, status, error } of list.items) {
    const page = await server.call(dataEvaluationEndpoints.listImageResults, {
      params: { evaluationId: id },
      query: {},
    })
    const [model] = page.items[0]!.models
    expect([name, status]).toEqual([name, model!.score === null ? 'failed' : 'success'])
    expect(error).toBe(model!.error?.en ?? null)
    scores.set(name, { score: model!.score, words: model!.error?.en ?? '', calls: cost.calls })
  }
  const outcomes = cases.map(({ what, ends }) => {
    const { score, words, calls } = scores.get(what)!
    const isRight =
      typeof ends === 'number' ? score === ends : words.startsWith('Model call failed: ') && ends.test(words)
    return { what, outcome: isRight ? 'as expected' : (score ?? words), calls }
  })
  expect(outcomes).toEqual(cases.map(({ what, calls }) => ({ what, outcome: 'as expected', calls })))
  expect(elsewhere.asked).toEqual([])
  const rows = await server.platform.database
    .query<{ imageScores: { error: string | null; criteria: string } }>()
    .selectFrom('imageScores')
    .select(['error', 'criteria'])
    .execute()
  expect(rows.some(({ criteria }) => criteria.includes('with ***'))).toBe(true)
  expect(JSON.stringify([rows, list])).not.toContain(secret)
})
