import { annotationEndpoints, type AnnotationSave } from '@vermilion/contract/annotation'
import { type DatasetItem } from '@vermilion/contract/dataset-items'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { ApiError, call } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { withAttributesOf } from './known-attributes.ts'
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

/** What work was done on when an attribute was deleted is saved without it: nobody could take it out by hand. */
async function send(itemId: string, body: AnnotationSave) {
  const params = { itemId }
  try {
    return await call(annotationEndpoints.saveAnnotation, { params, body })
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.error === 'annotation.attribute-unknown')) throw problem
    const { datasetId } = await call(datasetEndpoints.getItem, { params, query: {} })
    const { labels } = await call(datasetEndpoints.getDataset, { params: { datasetId } })
    const shapes = withAttributesOf(labels, body.shapes)
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
