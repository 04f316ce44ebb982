import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Shape } from '@vermilion/contract/labels/index'
import { sortKeyOf } from '../../server/src/areas/datasets/items/item-store.ts'
import { cellsText, findingBits, geometryOf } from '../../server/src/areas/datasets/report/geometry.ts'
import { addGeometry, noGeometry } from '../../server/src/areas/datasets/report/geometry-store.ts'
import { randomOf, words } from '../spaces/ground/seed.ts'

const transaction = 10_000
const image = { width: 1_920, height: 1_080 }
const annotators = ['ada', 'grace', 'linus', '小雨']
const now = '2026-07-01T00:00:00.000Z'
const newId = () => randomBytes(16).toString('base64url').slice(0, 21)

/** Adds a dataset to an unused data folder: every second image has a few boxes, every third an assignee. */
export function seedItems(data: string, images: number): void {
  const database = new DatabaseSync(join(data, 'vermilion.db'), { timeout: 5_000 })
  database.exec('pragma synchronous = off; pragma cache_size = -200000; pragma foreign_keys = on')
  const random = randomOf(11)
  const datasetId = newId()
  const labels = Array.from({ length: 20 }, (_, index) => ({ id: newId(), index, shapes: 0, images: 0 }))
  const counts = noGeometry()
  const sums = { labeled: 0, shapes: 0 }
  const insert = (table: string, columns: readonly string[]) =>
    database.prepare(
      `insert into ${table} (${columns.map((name) => `"${name}"`).join()}) values (${columns.map(() => '?').join()})`,
    )
  database.exec('begin')
  insert(
    'datasets',
    'id name reservedName description tags format type spaceId spaceName labelType'
      .split(' ')
      .concat(
        'modelName prompt status fileCount labeledCount annotationCount createdAt updatedAt guidelines'.split(' '),
      ),
  ).run(
    datasetId,
    'many',
    'many',
    '',
    '[]',
    'coco',
    'image',
    'space',
    'space',
    'target-detection',
    '',
    '',
    'success',
    images,
    0,
    0,
    now,
    now,
    '',
  )
  const addLabel = insert('datasetLabels', 'id datasetId index name colour annotationCount imageCount'.split(' '))
  for (const { id, index } of labels) addLabel.run(id, datasetId, index, `label ${index}`, '#cc3311', 0, 0)
  const itemColumns =
    'id datasetId fileId spaceId path place checksum width height status split tags annotationCount revision available updatedAt annotator annotatedAt labels cells findings duplicated assignee'
  const addItem = insert('datasetItems', itemColumns.split(' '))
  const addShapes = insert('datasetAnnotations', ['itemId', 'shapes'])
  const addItemLabel = insert('datasetItemLabels', ['itemId', 'labelId', 'count'])
  const twin = randomBytes(32).toString('hex')

  for (let index = 0; index < images; index += 1) {
    const id = newId()
    const path = `batch ${Math.floor(index / 5_000)}/${words[random(words.length)]}_${String(random(10_000_000)).padStart(7, '0')}_${index}.jpg`
    const isLabeled = random(2) === 0
    const shapes = isLabeled ? boxes(random, labels) : []
    const geometry = geometryOf(shapes, image)
    if (shapes.length > 0) addGeometry(counts, geometry, 1)
    const status = isLabeled ? (['labeled', 'labeled', 'reviewed', 'rejected'] as const)[random(4)]! : 'to-label'
    const isTwin = random(2_000) === 0
    const own = new Map<string, number>()
    for (const { labelId } of shapes) own.set(labelId, (own.get(labelId) ?? 0) + 1)
    addItem.run(
      id,
      datasetId,
      newId(),
      'space',
      path,
      sortKeyOf(path),
      isTwin ? twin : randomBytes(32).toString('hex'),
      image.width,
      image.height,
      status,
      random(5) === 0 ? 'validation' : 'train',
      random(500) === 0 ? '["night"]' : '[]',
      shapes.length,
      isLabeled ? 1 : 0,
      1,
      now,
      isLabeled ? annotators[random(annotators.length)]! : null,
      isLabeled ? new Date(Date.UTC(2026, 0, 1) + index * 15_000).toISOString() : null,
      [...own.keys()].join(' '),
      cellsText(geometry),
      findingBits(geometry),
      isTwin ? 1 : 0,
      // The others follow their dataset.
      index % 3 === 0 ? annotators[index % annotators.length]! : null,
    )
    if (isLabeled) addShapes.run(id, JSON.stringify(shapes))
    for (const [labelId, count] of own) {
      addItemLabel.run(id, labelId, count)
      const label = labels.find((each) => each.id === labelId)!
      label.shapes += count
      label.images += 1
    }
    sums.shapes += shapes.length
    if (status === 'labeled' || status === 'reviewed') sums.labeled += 1
    if (index % transaction === 0) database.exec('commit; begin')
  }
  for (const { id, shapes, images: on } of labels)
    database.prepare('update datasetLabels set annotationCount = ?, imageCount = ? where id = ?').run(shapes, on, id)
  database
    .prepare('update datasets set labeledCount = ?, annotationCount = ? where id = ?')
    .run(sums.labeled, sums.shapes, datasetId)
  insert('datasetGeometry', ['datasetId', 'counts']).run(datasetId, JSON.stringify(counts))
  database.exec('commit')
  database.close()
}

function boxes(random: (below: number) => number, labels: readonly { id: string }[]): Shape[] {
  return Array.from({ length: random(6) }, (_, index) => {
    const [width, height] = [2 + random(600), 2 + random(400)]
    const box = { x: random(image.width - width), y: random(image.height - height), width, height }
    return { id: `s${index}`, kind: 'box', labelId: labels[random(labels.length)]!.id, source: 'manual', box }
  })
}
