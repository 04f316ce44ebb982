import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { readJson, writeJson, type JsonText } from '#platform/database/columns'
import { placeholders, prepareQuery, prepareWrite, type PlaceholderOf } from '#platform/database/prepared-query'
import { isRequestId } from './request-id.ts'

/** In milliseconds. */
const keptFor = 24 * 3_600_000
/** The retention of responses in memory: long enough for retries of a console. */
const inMemoryFor = 5 * 60_000

interface AnswerTables {
  answers: { accountId: string; requestId: string; endpoint: string; answer: JsonText<unknown>; createdAt: string }
}
type AnswerRow = AnswerTables['answers']

interface Once {
  readonly accountId: string
  readonly request: FastifyRequest
  /** `shared`: the work and the record of its response commit together. `own`: the record follows the work. */
  readonly transaction: 'shared' | 'own'
  /** True when the response must not be stored in the database, or must not wait for it. */
  readonly inMemory: boolean
  /** Fails when the caller may no longer have the response. */
  readonly confirm: () => Promise<void>
}

export type StoredResponses = ReturnType<typeof createAnswers>

/** Failures are not stored: nothing changed, so the repeat may try again. */
export function createAnswers({ database, clock }: { database: Database; clock: Clock }) {
  const query = database.query<AnswerTables>()
  const find = prepareQuery(query, (from, placeholder: PlaceholderOf<Pick<AnswerRow, 'accountId' | 'requestId'>>) =>
    from
      .selectFrom('answers')
      .select(['endpoint', 'answer'])
      .where('accountId', '=', placeholder('accountId'))
      .where('requestId', '=', placeholder('requestId')),
  )
  const store = prepareWrite(database, (placeholder: PlaceholderOf<AnswerRow>) =>
    query
      .insertInto('answers')
      .values(placeholders(placeholder, ['accountId', 'requestId', 'endpoint', 'answer', 'createdAt'])),
  )
  const underWay = new Map<string, Promise<unknown>>()
  const inMemory = new Map<string, { endpoint: string; answer: unknown; until: number }>()

  async function answeredInMemory(
    { request, confirm }: Once,
    key: string,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const endpoint = `${request.method} ${request.url}`
    for (const [old, { until }] of inMemory) if (until < clock.now()) inMemory.delete(old)
    const existing = inMemory.get(key)
    if (existing !== undefined && existing.endpoint !== endpoint) throw reused()
    if (existing !== undefined) {
      await confirm()
      return existing.answer
    }
    const response = (await work()) ?? null
    inMemory.set(key, { endpoint, answer: response, until: clock.now() + inMemoryFor })
    return response
  }

  async function answered({ accountId, request, transaction, confirm }: Once, work: () => Promise<unknown>) {
    const endpoint = `${request.method} ${request.url}`
    let existing: Pick<AnswerRow, 'endpoint' | 'answer'> | undefined
    async function check(): Promise<void> {
      ;[existing] = await find({ accountId, requestId: request.id })
      // It ends the transaction, also where the first response is given again.
      if (existing !== undefined) throw reused()
    }
    async function workAndStore(): Promise<unknown> {
      const response = (await work()) ?? null
      await store({ accountId, requestId: request.id, endpoint, answer: writeJson(response), createdAt: clock.time() })
      return response
    }
    try {
      if (transaction === 'shared') return await database.transaction(workAndStore, { check })
      await check()
      return await workAndStore()
    } catch (error) {
      if (existing?.endpoint !== endpoint) throw error
      await confirm()
      return readJson(existing.answer)
    }
  }

  /** A repeat during the first request waits for it, whether or not it succeeds. */
  async function inTurn(key: string, run: () => Promise<unknown>): Promise<unknown> {
    while (underWay.has(key)) await underWay.get(key)?.catch(() => undefined)
    const running = run()
    underWay.set(key, running)
    try {
      return await running
    } finally {
      underWay.delete(key)
    }
  }

  return {
    /** Does a request's work once: a repeat of its id by the same account gets the first response. */
    once(about: Once, work: () => Promise<unknown>): Promise<unknown> {
      const inTransaction = <Result>(run: () => Promise<Result>) =>
        about.transaction === 'shared' ? database.transaction(run) : run()
      if (!isRequestId(about.request.headers['x-request-id'])) return inTransaction(work)
      const key = `${about.accountId} ${about.request.id}`
      if (about.inMemory) return inTurn(key, () => answeredInMemory(about, key, () => inTransaction(work)))
      return inTurn(key, () => answered(about, work))
    },
    async forgetOld(): Promise<void> {
      const previous = new Date(clock.now() - keptFor).toISOString()
      await query.deleteFrom('answers').where('createdAt', '<', previous).execute()
    },
  }
}

function reused() {
  return fail('request.invalid', { detail: 'this x-request-id was used for another call' })
}
