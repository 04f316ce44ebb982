import { Readable } from 'node:stream'
import { maxSearchPictureBytes, type imageSearchEndpoints } from '@vermilion/contract/image-search'
import { fail } from '@vermilion/contract/kernel/errors'
import { atMost } from '#platform/content-parts'
import type { Handlers } from '#platform/http/handler'
import { sendContent } from '#platform/http/range'
import type { createIndexState } from './indexing/index-state.ts'
import type { Likeness } from './likeness/likeness.ts'
import type { createImageSearch } from './queries/search.ts'
import type { createSearchPictures } from './queries/search-pictures.ts'

interface Needs {
  readonly search: ReturnType<typeof createImageSearch>
  readonly pictures: ReturnType<typeof createSearchPictures>
  readonly index: ReturnType<typeof createIndexState>
  readonly likeness: Likeness
}

export function imageSearchRoutes({ search, pictures, index, likeness }: Needs): Handlers<typeof imageSearchEndpoints> {
  return {
    searchImages: ({ query, signal }) => search(query, signal),
    sendSearchPicture: {
      transaction: 'own',
      handle: ({ request, signal }) =>
        pictures.keep(Readable.from(atMost(maxSearchPictureBytes, request.raw, tooLarge)), signal),
    },
    async searchPicture(call) {
      await sendContent(call, await pictures.small(call.params.picture))
    },
    getLikeness: ({ params }) => likeness.state(params.datasetId),
    compareImages: {
      transaction: 'own',
      handle: ({ params, account }) => likeness.compare(params.datasetId, account.username),
    },
    getLikenessMap: ({ params }) => likeness.map(params.datasetId),
    getNumberedItem: ({ params }) => likeness.itemAt(params.datasetId, params.number),
    listDuplicates: ({ params, query }) => likeness.duplicates(params.datasetId, query),
    getLeakage: ({ params }) => likeness.leakage(params.datasetId),
    mendLeakage: {
      transaction: 'own',
      handle: ({ params, account }) => likeness.mendLeakage(params.datasetId, account.username),
    },
    selectDuplicates: {
      transaction: 'own',
      handle: ({ params, body }) => likeness.selectDuplicates(params.datasetId, body.threshold),
    },
    getSearchIndex: () => index.state(),
    buildSearchIndex: {
      transaction: 'own',
      async handle({ body, account }) {
        await index.build(body.spaces, account.username)
        return index.state()
      },
    },
    removeFromSearchIndex: {
      transaction: 'own',
      async handle({ params, account }) {
        await index.remove(params.spaceId, account.username)
        return index.state()
      },
    },
  }
}

const tooLarge = () => fail('search.picture-too-large', { limit: '64 MiB' })
