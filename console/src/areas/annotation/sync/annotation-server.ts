import { annotationEndpoints, type AnnotationSave } from '@vermilion/contract/annotation'
import { type DatasetItem } from '@vermilion/contract/dataset-items'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { ErrorName } from '@vermilion/contract/kernel/errors'
import { ApiError, call } from '#lib/api.ts'
import { queryClient, read } from '#lib/query.ts'
import { fittingAttributes } from './fitting-attributes.ts'
import type { AnnotationServer, SaveAnswer } from './server.ts'

/** The server behind this console. What a save answers goes into the query cache. */
export const annotationServer: AnnotationServer = {
  load: (itemId) => call(annotationEndpoints.getAnnotation, { params: { itemId } }),
  async save(itemId, body) {
    try {
      const { item, revision } = await send(itemId, body)
      remember(item)
      return { kind: 'saved', revision }
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

/**
 * Work that was done while attributes were changed is saved without the values that they do not take any more: it must
 * not stay unsaved for them. The page knows the labels from then on, and sends no such value again.
 */
async function send(itemId: string, body: AnnotationSave) {
  const params = { itemId }
  try {
    return await call(annotationEndpoints.saveAnnotation, { params, body })
  } catch (problem) {
    if (!(problem instanceof ApiError && unfitAttributes.has(problem.error))) throw problem
    const { datasetId } = await call(datasetEndpoints.getItem, { params, query: {} })
    const dataset = { params: { datasetId } }
    const [known, standing] = await Promise.all([
      call(datasetEndpoints.getDataset, dataset),
      call(annotationEndpoints.getAnnotation, { params }),
    ])
    queryClient.setQueryData(read(datasetEndpoints.getDataset, dataset).queryKey, known)
    const { shapes } = fittingAttributes(known.labels, body.shapes, standing.shapes)
    return call(annotationEndpoints.saveAnnotation, { params, body: { ...body, shapes } })
  }
}

/** Which failures are worth another try; everything else that the server says is its last word. */
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
    case 'server.stopping':
      return { kind: 'unreachable' }
    default:
      return { kind: 'refused', problem }
  }
}

function remember(item: DatasetItem): void {
  const { path } = datasetEndpoints.getItem
  const isOfItem = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    queryKey[0] === path && (queryKey[1] as { params: { itemId: string } }).params.itemId === item.id
  queryClient.setQueriesData<DatasetItem>({ predicate: isOfItem }, (known) => known && { ...known, ...item })
}
