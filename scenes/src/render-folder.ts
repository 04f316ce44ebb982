import type { SampleFolderRequest } from '@vermilion/contract/scenes'
import { writeSampleFolder } from './sample-folder.ts'

/** Child process that renders the requested folder and exits; it also ends with the parent. */
process.on('disconnect', () => process.exit())
process.once('message', (request: SampleFolderRequest) => void render(request))

async function render(request: SampleFolderRequest): Promise<void> {
  await writeSampleFolder({ ...request, progress: (progress) => process.send?.(progress) })
  process.disconnect()
}
