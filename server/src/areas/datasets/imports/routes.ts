import type { datasetImportEndpoints } from '@vermilion/contract/datasets/imports'
import type { Handlers } from '#platform/http/handler'
import type { Imports } from './imports.ts'

export function importRoutes(imports: Imports): Handlers<typeof datasetImportEndpoints> {
  return {
    uploadImportFile: {
      transaction: 'own',
      handle: ({ params, query, request, signal }) => imports.upload(params.datasetId, query.name, request.raw, signal),
    },
    createImport: {
      transaction: 'own',
      handle: ({ params, body, account }) => imports.create(params.datasetId, body, account.username),
    },
    listImports: ({ params }) => imports.list(params.datasetId),
    getImport: ({ params }) => imports.get(params.importId),
    listImportProblems: ({ params, query }) => imports.problems(params.importId, query),
    startImport: ({ params, body }) => imports.start(params.importId, body),
    stopImport: {
      transaction: 'own',
      handle: ({ params, account }) => imports.stop(params.importId, account.username),
    },
  }
}
