import { expect, test } from 'vitest'
import { note } from './notes.ts'
import type { OpenNotes } from './notes.ts'

const pause = () => new Promise((resolve) => setTimeout(resolve, 2))

export function testIsolation(openNotes: OpenNotes): void {
  test('a transaction commits whole, and the reader sees it from then on', async () => {
    const { database, reader, add } = await openNotes()
    const observe = () => reader.selectFrom('notes').select('id').execute()
    await database.transaction(async () => {
      await add(note('a'))
      expect(await observe()).toHaveLength(1)
      await pause()
      await add(note('b'))
    })
    expect(await observe()).toHaveLength(2)
  })

  test('what a transaction has not committed is seen by nobody else', async () => {
    const { database, query, reader, add } = await openNotes()
    const inside = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const writing = database.transaction(async () => {
      await add(note('a'))
      inside.resolve()
      await release.promise
    })
    await inside.promise
    expect(await query.selectFrom('notes').selectAll().execute()).toEqual([])
    expect(await reader.selectFrom('notes').selectAll().execute()).toEqual([])
    release.resolve()
    await writing
    expect(await query.selectFrom('notes').selectAll().execute()).toHaveLength(1)
  })

  test('a transaction that throws leaves nothing, and the next one works', async () => {
    const { database, add, ids } = await openNotes()
    const failing = database.transaction(async () => {
      await add(note('a'))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await database.transaction(() => add(note('b')))
    expect(await ids()).toBe('b')
  })

  test('transactions at once take turns, none loses an update', async () => {
    const { database, query, add } = await openNotes()
    await add(note('a'))
    const increment = () =>
      database.transaction(async () => {
        const { size } = await query.selectFrom('notes').select('size').executeTakeFirstOrThrow()
        await pause()
        await query
          .updateTable('notes')
          .set({ size: size + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, increment))
    expect((await query.selectFrom('notes').select('size').executeTakeFirstOrThrow()).size).toBe(20)
  })
}

export function testChecks(openNotes: OpenNotes): void {
  test('what is written without waiting for it comes before what is read next, and fails the transaction', async () => {
    const { database, query, ids } = await openNotes()
    const write = (id: string) => database.write(query.insertInto('notes').values(note(id)).compile())
    await database.transaction(async () => {
      await write('a')
      await write('b')
      expect(await ids()).toBe('ab')
      await write('c')
    })
    const failing = database.transaction(async () => {
      await write('d')
      await write('a')
    })
    await expect(failing).rejects.toSatisfy(database.isDuplicate)
    await write('e')
    await expect(write('e')).rejects.toSatisfy(database.isDuplicate)
    expect(await ids()).toBe('abce')
  })

  test('statements of one transaction that are asked for together run in their order', async () => {
    const { database, query, add } = await openNotes()
    await add(note('a'))
    const sizes = await database.transaction(() =>
      Promise.all(
        Array.from({ length: 50 }, async (_, size) => {
          await query.updateTable('notes').set({ size }).execute()
          return (await query.selectFrom('notes').select('size').executeTakeFirstOrThrow()).size
        }),
      ),
    )
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
    expect((await query.selectFrom('notes').select('size').executeTakeFirstOrThrow()).size).toBe(49)
  })

  test('work learns nothing and changes nothing where its check fails, whatever it does about that', async () => {
    const { database, query, reader, add, ids } = await openNotes()
    await add(note('a'))
    const learnt: unknown[] = []
    const refuse = async () => {
      await query.selectFrom('notes').selectAll().execute()
      throw new Error('refused')
    }
    const learn = (reading: Promise<unknown>) => reading.then((rows) => learnt.push(rows)).catch(() => undefined)
    const work = async () => {
      await learn(database.write(query.insertInto('notes').values(note('b')).compile()))
      await learn(query.selectFrom('notes').selectAll().execute())
      await learn(reader.selectFrom('notes').selectAll().stream().next())
      await add(note('c')).catch(() => undefined)
    }
    await expect(database.transaction(work, { check: refuse })).rejects.toThrow('refused')
    const guarded = database.guarded(refuse, () => database.transaction(work), true)
    await expect(guarded).rejects.toThrow('refused')
    expect(learnt).toEqual([])
    expect(await ids()).toBe('a')
  })
}

export function testExtent(openNotes: OpenNotes): void {
  test('an inner transaction joins the outer one, and dooms it when it throws', async () => {
    const { database, add, ids } = await openNotes()
    const failing = database.transaction(async () => {
      await database.transaction(() => add(note('a')))
      throw new Error('outer')
    })
    await expect(failing).rejects.toThrow('outer')
    const swallowing = database.transaction(async () => {
      await add(note('b'))
      await database.transaction(() => Promise.reject(new Error('inner'))).catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow('inner')
    expect(await ids()).toBe('')
  })

  test('a change that waits for a transaction to end does not hold it up', async () => {
    const { database, add, ids } = await openNotes()
    const began = Promise.withResolvers<void>()
    const request = Promise.withResolvers<void>()
    const transaction = database.transaction(async () => {
      began.resolve()
      await request.promise
      await add(note('a'))
    })
    await began.promise
    const alone = add(note('b'))
    await pause()
    request.resolve()
    await Promise.all([transaction, alone])
    expect(await ids()).toBe('ab')
  })

  test('work left behind by a transaction is not in it any more', async () => {
    const { database, add, ids } = await openNotes()
    let left: Promise<unknown> = Promise.resolve()
    const failing = database.transaction(async () => {
      left = pause().then(() => add(note('a')))
      throw new Error('outer')
    })
    await expect(failing).rejects.toThrow('outer')
    await left
    expect(await ids()).toBe('a')
  })

  test('what waits for a commit happens after it, and never without', async () => {
    const { database, add, ids } = await openNotes()
    const done: string[] = []
    database.afterCommit(() => done.push('at once'))
    await database.transaction(async () => {
      await database.transaction(async () => database.afterCommit(() => done.push('committed')))
      await add(note('a'))
      expect(done).toEqual(['at once'])
    })
    await database
      .transaction(async () => {
        database.afterCommit(() => done.push('rolled back'))
        throw new Error('no')
      })
      .catch(() => undefined)
    expect(done).toEqual(['at once', 'committed'])
    expect(await ids()).toBe('a')
  })
}
