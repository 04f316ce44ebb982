import { once } from 'node:events'
import type { SampleFolderProgress, SampleFolderRequest } from '@vermilion/contract/scenes'
import { startSceneProgram } from './scene-program.ts'

export async function renderSampleFolder(
  request: SampleFolderRequest,
  onProgress: (progress: SampleFolderProgress) => void,
): Promise<SampleFolderProgress> {
  const child = startSceneProgram('render-folder')
  let progress: SampleFolderProgress = { images: 0, boxes: 0 }
  child.on('message', (message: SampleFolderProgress) => {
    progress = message
    onProgress(message)
  })
  child.send(request)
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  if (exitCode !== 0) throw new Error('the rendering process has failed')
  return progress
}
