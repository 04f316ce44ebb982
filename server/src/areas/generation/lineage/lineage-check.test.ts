import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { statisticsScorer } from '@vermilion/contract/data-evaluations/scorers'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { generationEndpoints } from '@vermilion/contract/generations'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataProblems } from '../../../testing/check-problems.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { changeRows } from '../../../testing/test-database.ts'

let data = ''
let server: TestServer

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-lineage-'))
  server = await startTestServer({ data })
})
afterAll(async () => {
  await server.stop()
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

const config = { name: 'made', items: [{ floor: 'tile' }, { animal: 'cat' }], width: 64, height: 64, count: 2, seed: 5 }

test('R2.29 R3.10 the doctor finds files that are found by another image than they are, and images of datasets that say something else of their file, and mends both', async () => {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'made', path: 'made' } })
  const generate = async () => {
    const generation = await server.call(generationEndpoints.createGeneration, { params: { spaceId }, body: config })
    await server.platform.jobs.settled()
    return generation
  }
  const first = await generate()
  const second = await generate()
  const about = { format: 'coco', type: 'image', labelType: 'target-detection', spaceId, folder: '' } as const
  const { id: datasetId } = await server.call(datasetEndpoints.createDataset, { body: { name: 'made', ...about } })
  await server.call(dataEvaluationEndpoints.createDataEvaluation, {
    params: { spaceId },
    body: { name: 'look', selection: { folders: [first.folder] }, models: [statisticsScorer] },
  })
  await server.platform.jobs.settled()

  const listAll = async () => {
    const files = (query: object) => server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
    const images = (query: object) => server.call(datasetEndpoints.listItems, { params: { datasetId }, query })
    const lists = [first, second].flatMap(({ id: generationId }) => [
      files({ generationId, recursive: true }),
      images({ generationId }),
    ])
    const scored = await images({ minimumScore: 0 })
    return [...(await Promise.all(lists)), scored].map(({ items }) =>
      items.map(({ path, score }) => `${path} ${score}`),
    )
  }
  const right = await listAll()
  expect(right.map((paths) => paths.length)).toEqual([2, 2, 2, 2, 2])

  const doctor = async (...options: string[]) => {
    const { status, output } = await runCommand(data, ['doctor', ...options])
    return { status, names: output.split('\n').filter((line) => /^(?:WRONG|mended)/.test(line)) }
  }
  await spoil(
    `update "fileLineages" set "lineage" = 4, "seed" = 1 where "fileNumber" = (select min("number") from "files")`,
  )
  await spoil(`delete from "fileLineages" where "fileNumber" = (select max("number") from "files")`)
  await spoil(`insert into "fileLineages" values (1000000, 1, 1, null)`)
  await spoil(`update "datasetItems" set "score" = 3 where "score" > 0`)
  await spoil(`update "datasetItems" set "lineage" = 2 where "lineage" = 1`)
  expect(await listAll()).not.toEqual(right)
  expect(await doctor()).toEqual({
    status: 1,
    names: [
      expect.stringContaining('Scores and lineage of dataset images: 2'),
      expect.stringContaining('Files by how they were generated: 3'),
    ],
  })
  await server.stop()
  expect(await doctor('--repair')).toMatchObject({
    status: 0,
    names: [expect.stringMatching(/^mended/), expect.stringMatching(/^mended/)],
  })
  server = await startTestServer({ data })
  expect(await listAll()).toEqual(right)
  expect(await dataProblems(server)).toEqual([])
})

const spoil = (statement: string) => changeRows(data, statement)
