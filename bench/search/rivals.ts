import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface VectorEntry {
  readonly slot: number
  readonly vector: Float32Array
}

/** A competing vector index under the same vectors and queries. */
export interface RivalIndex {
  readonly name: string
  put(entries: readonly VectorEntry[]): void
  search(query: Float32Array, limit: number): { slot: number }[]
}

interface RivalOptions {
  readonly folder: string
  readonly dimensions: number
  readonly count: number
}

/** Chooses by path: the loadable library of sqlite-vec (`vec0.so`), or the folder of the package hnswlib-node. */
export const openRival = (path: string, options: RivalOptions): RivalIndex =>
  path.endsWith('.so') ? openSqliteVec(path, options) : openHnswlib(path, options)

function openSqliteVec(file: string, { folder, dimensions }: RivalOptions): RivalIndex {
  const database = new DatabaseSync(join(folder, 'rival.db'), { allowExtension: true })
  database.loadExtension(file)
  database.exec(`create virtual table vectors using vec0(vector float[${dimensions}])`)
  const insert = database.prepare('insert into vectors(rowid, vector) values (?, ?)')
  const select = database.prepare('select rowid from vectors where vector match ? and k = ? order by distance')
  const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
  return {
    name: 'sqlite-vec (float32, exact)',
    put(entries) {
      database.exec('begin')
      for (const { slot, vector } of entries) insert.run(BigInt(slot), bytesOf(vector))
      database.exec('commit')
    },
    search: (query, limit) => select.all(bytesOf(query), limit).map(({ rowid }) => ({ slot: Number(rowid) })),
  }
}

interface HierarchicalNsw {
  initIndex(count: number, links: number, efConstruction: number): void
  setEf(ef: number): void
  addPoint(point: number[], label: number): void
  searchKnn(query: number[], limit: number): { neighbors: number[] }
}

/** 16 links, 100 candidates while building and 400 while searching give a recall near ours. */
function openHnswlib(path: string, { dimensions, count }: RivalOptions): RivalIndex {
  const { HierarchicalNSW: Index } = createRequire(import.meta.url)(path) as {
    HierarchicalNSW: new (space: string, dimensions: number) => HierarchicalNsw
  }
  const index = new Index('ip', dimensions)
  index.initIndex(count, 16, 100)
  index.setEf(400)
  return {
    name: 'hnswlib-node (float32)',
    put(entries) {
      for (const { slot, vector } of entries) index.addPoint([...vector], slot)
    },
    search: (query, limit) => index.searchKnn([...query], limit).neighbors.map((slot) => ({ slot })),
  }
}
