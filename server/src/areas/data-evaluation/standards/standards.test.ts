import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import type { Standard, StandardChange } from '@vermilion/contract/data-evaluations/standards'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const words = { en: 'Whether it is sharp', zh: '是否清晰' }
const criteria = [{ key: 'sharp', name: { en: 'Sharp', zh: '清晰' }, description: words, weight: 1 }]

const create = (name: string) => server.call(dataEvaluationEndpoints.createStandard, { body: { name, criteria } })

const replace = ({ id }: Standard, body: StandardChange) =>
  server.call(dataEvaluationEndpoints.replaceStandard, { params: { standardId: id }, body })

const stored = async ({ id }: Standard) =>
  (await server.call(dataEvaluationEndpoints.listStandards, {})).find((standard) => standard.id === id)

const change = (name: string, baseVersion: number): StandardChange => ({ name, description: '', criteria, baseVersion })

test('of two people who change one version of a standard one is refused, and told which version there is', async () => {
  const own = await create('Of both')
  const changes = ['Of one', 'Of the other'].map((name) => replace(own, change(name, 1)))
  const outcomes = await Promise.allSettled(changes)
  const saved = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
  expect(saved).toMatchObject([{ version: 2 }])
  expect(refused).toEqual([expect.stringContaining('saved this standard meanwhile (version 2)')])
  expect(await stored(own)).toEqual(saved[0])
  expect(await replace(own, change('Of the second', 2))).toMatchObject({ name: 'Of the second', version: 3 })
})

test('what is sent again, or says nothing new, makes no new version of a standard', async () => {
  const own = await create('Sent twice')
  const saved = await replace(own, change('Sent again', 1))
  expect(await replace(own, change('Sent again', 1))).toEqual(saved)
  expect(await stored(own)).toEqual(saved)
  expect(saved.version).toBe(2)
})

test('a change of a standard that was deleted meanwhile, or to a name that is taken, changes nothing', async () => {
  const own = await create('To be deleted')
  const other = await create('Other')
  await expect(replace(other, change('To be deleted', 1))).rejects.toThrow('To be deleted already exists')
  await server.call(dataEvaluationEndpoints.deleteStandard, { params: { standardId: own.id } })
  await expect(replace(own, change('Anew', 1))).rejects.toThrow('no longer exists')
  expect(await stored(own)).toBeUndefined()
  expect(await stored(other)).toMatchObject({ name: 'Other', version: 1 })
})
