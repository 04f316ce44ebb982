import type { ServiceKind, ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceFacts } from '@vermilion/contract/services'
import { testChat } from './chat.ts'
import { testEmbeddings } from './embeddings.ts'
import { testImageGeneration } from './image-generation.ts'
import { testImagesApi } from './images-api.ts'
import { testObjectStorage } from './object-storage.ts'
import { testSmtp } from './smtp.ts'
import { testWebhook } from './webhook.ts'

type Calls = {
  readonly [Kind in ServiceKind]: (settings: ServiceSettings<Kind>, signal: AbortSignal) => Promise<ServiceFacts>
}

export const calls: Calls = {
  chat: testChat,
  'image-generation': testImageGeneration,
  'images-api': testImagesApi,
  embeddings: testEmbeddings,
  'object-storage': testObjectStorage,
  webhook: testWebhook,
  smtp: testSmtp,
}
