import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
// oxlint-disable-next-line vermilion/sql-dialect -- a cache of this machine, whatever engine has the database
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { ScanReport } from '@vermilion/contract/spaces'
import { ContentError } from '@vermilion/contract/formats/problems/content-error'
import type { ListedAddress } from './listed-addresses.ts'

const maxAddresses = 1_000_000
const addressesPerTurn = 500

export type AddressIndex = ReturnType<typeof openAddressIndex>

/** A list by path on the local disk, since it may be larger than memory. It can be deleted at any time, and is made again. */
export function openAddressIndex(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  const byPath = database.prepare('select url from addresses where path = ?')
  const afterPath = database.prepare('select path from addresses where path > ? order by path limit 1000')
  const skipped = database.prepare('select entries from skipped')
  return {
    urlOf: (path: string) => byPath.get(path)?.['url'] as string | undefined,
    pathsAfter: (path: string) => afterPath.all(path).map((row) => row['path'] as string),
    skipped: () => JSON.parse(String(skipped.get()?.['entries'])) as ScanReport['skipped'],
    close: () => database.close(),
  }
}

const tables = `
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma cache_size = -64000;
  begin;
  create table addresses (path text primary key, url text not null) without rowid;
  create table skipped (entries text);
`

/** Equal paths of different addresses are numbered in the order of the list. */
export async function writeAddressIndex(file: string, entries: AsyncIterable<ListedAddress>): Promise<void> {
  const unfinished = `${file}.unfinished`
  await mkdir(dirname(file), { recursive: true })
  await rm(unfinished, { force: true })
  const database = new DatabaseSync(unfinished)
  try {
    database.exec(tables)
    const add = database.prepare('insert or ignore into addresses (path, url) values (?, ?)')
    const identical = database.prepare('select 1 from addresses where path = ? and url = ?')
    const skipped = new Map<string, ScanReport['skipped'][number]>()
    const numbers = new Map<string, number>()
    let count = 0
    for await (const entry of entries) {
      if (++count > maxAddresses) throw new ContentError(tooMany)
      if (count % addressesPerTurn === 0) await setImmediate()
      if ('url' in entry && add.run(entry.path, entry.url).changes === 1) continue
      if (!('url' in entry) || identical.get(entry.path, entry.url)) {
        const { problem: reason, example } = 'url' in entry ? { problem: listedTwice, example: entry.url } : entry
        const earlier = skipped.get(reason.en) ?? { reason, count: 0, example }
        skipped.set(reason.en, { ...earlier, count: earlier.count + 1 })
      } else {
        const [, stem = entry.path, extension = ''] = /^(.*[^/])(\.[^./]*)$/s.exec(entry.path) ?? []
        let number = numbers.get(entry.path) ?? 1
        do number += 1
        while (add.run(`${stem} (${number})${extension}`, entry.url).changes === 0)
        numbers.set(entry.path, number)
      }
    }
    database.prepare('insert into skipped values (?)').run(JSON.stringify([...skipped.values()]))
    database.exec('commit')
  } finally {
    database.close()
  }
  await rename(unfinished, file)
}

const tooMany = { en: 'it has more than 1,000,000 entries', zh: '条目超过 1,000,000 条' }
const listedTwice = { en: 'addresses that were listed already', zh: '重复列出的地址' }
