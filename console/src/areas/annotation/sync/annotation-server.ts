import { annotationEndpoints } from '@vermilion/contract/annotation'
import { type DatasetItem } from '@vermilion/contract/datasets/items'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { ErrorName } from '@vermilion/contract/kernel/errors'
import { awayErrors } from '@vermilion/contract/kernel/errors/request-errors'
import type { Shape } from '@vermilion/contract/labels/index'
import { ApiError, call } from '#lib/api.ts'
import { queryClient, read } from '#lib/query.ts'
import { fittingAttributes } from './fitting-attributes.ts'
import type { AnnotationServer, Save, SaveAnswer } from './server.ts'

export const annotationServer: AnnotationServer = {
  load: (itemId) => call(annotationEndpoints.getAnnotation, { params: { itemId } }),
  invalidate: (itemId) => void queryClient.invalidateQueries({ predicate: isOf(itemId) }),
  async save(itemId, body) {
    try {
      const { item, revision, shapes, left } = await send(itemId, body)
      remember(item)
      return { kind: 'saved', revision, shapes, left }
    } catch (problem) {
      return answerOf(problem)
    }
  },
}

const unfitAttributes: ReadonlySet<string> = new Set<ErrorName>([
  'annotation.attribute-unknown',
  'annotation.attribute-not-chosen',
  'annotation.attribute-not-text',
  'annotation.attribute-not-number',
  'annotation.attribute-not-yes-or-no',
])

interface Refusal {
  itemId: string
  datasetId: string
  labels: readonly Label[]
  storedShapes: readonly Shape[]
}
let lastRefusal: Refusal | null = null

/** Saves without attribute values that are no longer valid; the server, asked once per image and labels, decides which. */
async function send(itemId: string, save: Save) {
  const refusal = lastRefusal?.itemId === itemId && isStanding(lastRefusal) ? lastRefusal : null
  const first = refusal ? fittingAttributes(refusal.labels, save.shapes, refusal.storedShapes) : save
  try {
    return await put(itemId, save, first)
  } catch (problem) {
    if (!(problem instanceof ApiError && unfitAttributes.has(problem.error))) throw problem
    lastRefusal = await readRefusal(itemId)
    return put(itemId, save, fittingAttributes(lastRefusal.labels, save.shapes, lastRefusal.storedShapes))
  }
}

async function put(itemId: string, save: Save, { shapes, left = 0 }: { shapes: readonly Shape[]; left?: number }) {
  const body = { ...save, shapes: [...shapes] }
  return { ...(await call(annotationEndpoints.saveAnnotation, { params: { itemId }, body })), shapes, left }
}

async function readRefusal(itemId: string): Promise<Refusal> {
  const params = { itemId }
  const { datasetId } = await call(datasetEndpoints.getItem, { params, query: {} })
  const [dataset, { shapes: storedShapes }] = await Promise.all([
    call(datasetEndpoints.getDataset, { params: { datasetId } }),
    call(annotationEndpoints.getAnnotation, { params }),
  ])
  queryClient.setQueryData(keyOf(datasetId), dataset)
  return { itemId, datasetId, labels: labelsOf(datasetId) ?? dataset.labels, storedShapes }
}

const keyOf = (datasetId: string) => read(datasetEndpoints.getDataset, { params: { datasetId } }).queryKey
const labelsOf = (datasetId: string) => queryClient.getQueryData(keyOf(datasetId))?.labels
/** Equal refetched data keeps its identity in the cache. */
const isStanding = ({ datasetId, labels }: Refusal) => labelsOf(datasetId) === labels

function answerOf(problem: unknown): SaveAnswer {
  if (!(problem instanceof ApiError)) return { kind: 'refused', problem }
  switch (problem.error) {
    case 'annotation.conflict':
      return { kind: 'conflict' }
    case 'unauthenticated':
      return { kind: 'expired' }
    case 'network':
    case 'timeout':
    case 'http':
    case 'internal':
      return { kind: 'unreachable' }
    default:
      return awayErrors.includes(problem.error) ? { kind: 'unreachable' } : { kind: 'refused', problem }
  }
}

function isOf(itemId: string) {
  const { path } = datasetEndpoints.getItem
  return ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    queryKey[0] === path && (queryKey[1] as { params: { itemId: string } }).params.itemId === itemId
}

function remember(item: DatasetItem): void {
  queryClient.setQueriesData<DatasetItem>({ predicate: isOf(item.id) }, (current) => current && { ...current, ...item })
}
