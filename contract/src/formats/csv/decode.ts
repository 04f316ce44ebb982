import { decodeDocuments, type DocumentNeeds, type Report, reportIn } from '../decode-documents.ts'
import type { Decoded, DecodeOptions, FileReader } from '../codec.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { cleanPath, folderOf, isNamed, joinPath } from '../images/image-paths.ts'
import { imageSizeOf, unknownSize } from '../images/image-size.ts'
import type { LabeledImage, LabeledShape } from '../labeled-images.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { readLines } from '../text/read-text.ts'
import { splitInPath, splitName, splitOf } from '../splits.ts'
import { type BoxMeaning, createBoxSurvey } from './boxes.ts'
import { type Columns, columnsOf, type Heading, holdsNumbers, placeColumns, type Row } from './columns.ts'
import { jsonOf, readRow, rowOf } from './read-row.ts'
import { CsvError, type CsvRecord, csvRecords } from './records.ts'

interface Needs extends DocumentNeeds {
  readonly file: string
}

export const decodeCsv = (reader: FileReader, options?: DecodeOptions): AsyncGenerator<Decoded> =>
  decodeDocuments(
    {
      names: /\.csv$/i,
      async prepare({ classes }, paths) {
        const list = paths.find((path) => isNamed(path, 'classes.txt'))
        for (const name of await readLines(reader, list)) classes.indexOf({ name })
      },
      decode: (needs, file) => decodeTable({ ...needs, file }),
    },
    reader,
    options,
  )

/** The problem of a table with a row that cannot be read. Other errors are thrown on. */
export function brokenCsv(file: string, error: unknown): ReturnType<Report> {
  if (!(error instanceof CsvError)) throw error
  return reportIn(file)({ reason: 'csv-broken', values: { detail: error.detail } }, error.line)
}

/** Rows of an image are usually contiguous, and then only they are held; a first pass checks this. */
async function* decodeTable(needs: Needs): AsyncGenerator<Decoded> {
  const problem = reportIn(needs.file)
  const survey = yield* surveyTable(needs, problem)
  if (survey === null) return
  const { columns, isScattered, meaning } = survey
  for (const note of meaning.notes) yield problem(note, 1)
  const groups = groupsOf(needs, columns)
  if (!isScattered) {
    for await (const group of groups) yield* decodeImage(needs, survey, group)
    return
  }
  const recordsByName = new Map<string, CsvRecord[]>()
  for await (const { name, records } of groups) {
    const collected = recordsByName.get(name)
    if (collected === undefined) recordsByName.set(name, [...records])
    else collected.push(...records)
  }
  for (const [name, records] of recordsByName) yield* decodeImage(needs, survey, { name, records })
}

interface TableSurvey {
  readonly columns: Columns
  readonly isScattered: boolean
  readonly meaning: BoxMeaning
}

async function* surveyTable({ reader, file }: Needs, problem: Report): AsyncGenerator<Decoded, TableSurvey | null> {
  const finished = new Set<string>()
  const boxes = createBoxSurvey()
  const unread = new Set<string>()
  let heading: Heading | null = null
  let last: string | null = null
  let isScattered = false
  const missing = { reason: 'columns-missing', values: { columns: 'filename, class' } } as const
  try {
    for await (const records of csvRecords(reader.open(file))) {
      for (const { fields } of records) {
        if (heading === null) {
          heading = columnsOf(fields)
          if (heading === null) {
            yield problem(missing, 1)
            return null
          }
          if (heading.hasNames) continue
        }
        const row = rowOf(fields, heading.columns)
        boxes.add(row)
        for (const [at, name] of heading.others) if (holdsNumbers(fields[at] ?? '')) unread.add(name)
        const name = row('filename')
        if (name === last) continue
        if (last !== null) finished.add(last)
        isScattered ||= finished.has(name)
        last = name
      }
    }
  } catch (error) {
    yield brokenCsv(file, error)
    return null
  }
  if (heading === null) {
    yield problem(missing)
    return null
  }
  const { columns } = heading
  if (Object.keys(columns).length === 1 && unread.size === 0) {
    yield problem(missing, 1)
    return null
  }
  const hasPlaces = placeColumns.some((column) => columns[column] !== undefined)
  if (hasPlaces && columns.class === undefined)
    for (const name of heading.others.values()) if (/label|class|categor/i.test(name)) unread.add(name)
  if (unread.size > 0 && (!hasPlaces || columns.class === undefined)) {
    const values = { columns: [...unread].join(', ').slice(0, 200) }
    yield problem({ reason: 'columns-unknown', values }, 1)
    return null
  }
  const { notes, ...meaning } = boxes.meaning(columns.labeled !== undefined)
  const isClassless = columns.class === undefined && hasPlaces
  const values = { name: classOfAll }
  const own: ProblemFinding[] = isClassless ? [{ reason: 'class-column-missing', values }] : []
  return { columns, isScattered, meaning: { ...meaning, notes: [...own, ...notes] } }
}

const classOfAll = 'object'

interface Group {
  name: string
  records: CsvRecord[]
}

async function* groupsOf({ reader, file }: Needs, columns: Columns): AsyncGenerator<Group> {
  let group = null as Group | null
  let isFirst = true
  for await (const records of csvRecords(reader.open(file))) {
    for (const record of records) {
      const isHeading = isFirst && columnsOf(record.fields)?.hasNames === true
      isFirst = false
      if (isHeading) continue
      const name = rowOf(record.fields, columns)('filename')
      if (group?.name === name) group.records.push(record)
      else {
        if (group !== null) yield group
        group = { name, records: [record] }
      }
    }
  }
  if (group !== null) yield group
}

async function* decodeImage(
  needs: Needs,
  { columns, meaning }: TableSurvey,
  { name, records }: Group,
): AsyncGenerator<Decoded> {
  const { reader, file, images, classes, named, options } = needs
  const first = records[0]!
  const row = rowOf(first.fields, columns)
  const path = cleanPath(name)
  const problem = reportIn(file)
  if (path === '') {
    yield problem({ reason: 'image-unknown', values: { where: row('class'), image: name } }, first.line)
    return
  }
  const split = splitOf(row('split')) ?? splitInPath(file) ?? splitInPath(path)
  const folder = folderOf(file)
  const at = images.find(path, [
    folder,
    joinPath(folder, 'images', row('split') || splitName(null)),
    joinPath(folder, 'images'),
  ])
  const [width, height] = [Number(row('width')), Number(row('height'))]
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
  const size = isSize ? { width, height } : await imageSizeOf(reader, path, at)
  const hasPlaces = records.some(({ fields }) => isPlaced(rowOf(fields, columns)))
  const hasRuns = records.some(({ fields }) => rowOf(fields, columns)('runs') !== '')
  if (size === null && hasPlaces && !meaning.isParts && (at !== null || hasRuns)) {
    yield problem({ reason: 'image-size-unknown', values: { path } }, first.line)
    return
  }
  const knownSize = size ?? (hasPlaces && !meaning.isParts ? unknownSize : { width: 1, height: 1 })
  const shapes: LabeledShape[] = []
  let refused = 0
  for (const { fields, line } of records) {
    const own = rowOf(fields, columns)
    const className = columns.class === undefined && isPlaced(own) ? classOfAll : own('class')
    if (className === '') {
      if (isPlaced(own)) {
        refused += 1
        yield problem({ reason: 'class-missing', values: { where: path } }, line)
      }
      continue
    }
    const read = readRow(own, knownSize, meaning)
    if (read.problem !== undefined) {
      refused += 1
      yield problem(read.problem, line)
      continue
    }
    const labelIndex = classes.indexOf({ name: className })
    for (const value of read.values) shapes.push({ ...value, labelIndex })
    for (const unread of read.unread) yield problem(unread, line)
  }
  yield* classes.drainNew()
  if (at !== null) named.add(at)
  const { accepted, problems } = acceptShapes({ path, shapes, kinds: options.kinds, size: knownSize, refused })
  for (const finding of problems) yield problem(finding, first.line)
  const tags = jsonOf(row('tags'))
  const isSilent = columns.class === undefined && !placeColumns.some((column) => columns[column] !== undefined)
  const image: LabeledImage = {
    path,
    ...knownSize,
    ...accepted,
    ...(split === null ? {} : { split }),
    // Without a class column or an explicit statement, a table says nothing about labels, not even that there are none.
    ...(row('labeled') === '0' || (isSilent && row('labeled') !== '1') ? { unlabeled: true } : {}),
    ...(Array.isArray(tags) ? { tags: tags.map(String) } : {}),
  }
  yield { type: 'image', file: at, folder, image }
}

function isPlaced(row: Row): boolean {
  return placeColumns.some((column) => row(column) !== '')
}
