import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { failureOf } from '../testing/failure.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const username of usable) await create(username)
})
afterAll(() => server.stop())

const usable = [
  'Alina',
  'ace',
  'Lí Mei',
  '王芳',
  'наталья',
  'さくら さん',
  'Ωμέγα',
  '김철수 Kim',
  'josé',
  'annotator-1',
]
const create = (username: string) => server.call(peopleEndpoints.createPerson, { body: { username } })

const refused: Readonly<Record<string, readonly string[]>> = {
  'request.invalid': [
    'admin\u200b',
    'ad\u00admin',
    'li\u2060',
    '\u3164',
    'me\u034fi',
    'x\u202ey',
    'a\u{e0061}',
    '\u2800x',
  ],
  'account.name-invisible': ['o\u0301\u0301\u0301\u0301', 'x\u3000y', 'x\u00a0y', 'x\ue000y', '👩\u200d💻'],
  'account.name-mixed': ['аdministrаtor', 'bοss', 'jаne', 'ꭰavid', 'мike', 'aдмин'],
  'account.name-alike': ['AIina', 'a1ina', 'alına', 'асе', 'annotator-l'],
  'account.name-taken': ['ＡＤＭＩＮ', ' Admin ', '𝐚lina'],
}
const cases = Object.entries(refused).flatMap(([reason, names]) => names.map((username) => [reason, username] as const))

test.each(cases)('R3.14 %s: %j cannot be the name of an account', async (reason, username) => {
  expect(await failureOf(create(username))).toMatchObject({ data: { error: reason } })
})

test('R3.14 whose name it is like is told, and what is not seen is named', async () => {
  expect((await failureOf(create('асе'))).message).toContain('that of ace')
  expect((await failureOf(create('x\u00a0y'))).message).toContain('U+00A0')
})
