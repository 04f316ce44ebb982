import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetImportEndpoints } from '@vermilion/contract/datasets/imports'
import type { DatasetImport, ImportCreate } from '@vermilion/contract/datasets/imports'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { pathOf } from '@vermilion/contract/kernel/request'
import type { TestServer } from '../../../testing/start-server.ts'

type Server = Pick<TestServer, 'call' | 'fetch'>

export async function sendImportFile(
  server: Server,
  datasetId: string,
  name: string,
  content: Uint8Array<ArrayBuffer> | string,
): Promise<string> {
  const path = pathOf(datasetImportEndpoints.uploadImportFile, { params: { datasetId }, query: { name } })
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await server.fetch(path, { method: 'POST', headers, body: content })
  const envelope = (await response.json()) as { code: number; message: string; data: { id: string } }
  if (envelope.code !== 200) throw new Error(envelope.message)
  return envelope.data.id
}

export function beginImport(server: Server, datasetId: string, body: ImportCreate): Promise<DatasetImport> {
  return server.call(datasetImportEndpoints.createImport, { params: { datasetId }, body })
}

export async function settledImport(server: Server, importId: string): Promise<DatasetImport> {
  for (;;) {
    const now = await server.call(datasetImportEndpoints.getImport, { params: { importId } })
    if (now.status !== 'reading' && now.status !== 'importing') return now
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export async function importFile(
  server: Server,
  datasetId: string,
  {
    name,
    content,
    ...options
  }: Omit<ImportCreate, 'source'> & { name: string; content: Uint8Array<ArrayBuffer> | string },
): Promise<DatasetImport> {
  const uploadId = await sendImportFile(server, datasetId, name, content)
  const started = await beginImport(server, datasetId, { source: { uploadId }, ...options })
  return settledImport(server, started.id)
}

export async function problemsOf(server: Server, importId: string) {
  const response = await server.call(datasetImportEndpoints.listImportProblems, {
    params: { importId },
    query: { limit: 500 },
  })
  return response.items
}

export const itemsOf = async (server: Server, datasetId: string) =>
  (await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: { limit: 500 } })).items

export async function shapesAt(server: Server, datasetId: string, path: string) {
  const item = (await itemsOf(server, datasetId)).find((one) => one.path === path)
  if (item === undefined) throw new Error(`there is no ${path}`)
  return (await server.call(annotationEndpoints.getAnnotation, { params: { itemId: item.id } })).shapes
}

export const image = (id: number, file_name: string, width = 64, height = 48) => ({ id, file_name, width, height })
export const box = (id: number, image_id: number, category_id: number, bbox: number[]) => ({
  id,
  image_id,
  category_id,
  bbox,
  area: 1,
  iscrowd: 0,
})
