import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { boardProgram, type DataSource, inferenceData } from '#areas/tasks'
import { runProgram } from '#platform/processes/start-program'

const program = fileURLToPath(new URL('../../../../../trainer/src/prepare.ts', import.meta.url))

const sentFolder = 'device'

/**
 * Adds to a cloud inference's data a folder to copy to the device: the model, the program and the exact pixels that the model
 * gets.
 */
export function createBoardData(cloud: DataSource): DataSource {
  return {
    async materialize(reference, folder, signal) {
      const materialized = await cloud.materialize(reference, folder, signal)
      const sent = join(folder, sentFolder)
      await mkdir(sent, { recursive: true })
      const [model, images] = [join(folder, inferenceData.model), join(folder, inferenceData.images)]
      const argv = [program, '--model', model, '--images', images, '--output', sent]
      try {
        await runProgram(process.execPath, argv, { signal, maxBuffer: 64 * 1024 })
      } catch (error) {
        signal.throwIfAborted()
        const { stderr = '' } = Object(error) as { stderr?: string }
        throw new Error(stderr.trim().split('\n').at(-1) || String(error), { cause: error })
      }
      await copyFile(model, join(sent, 'model.onnx'))
      await copyFile(boardProgram.file, join(sent, boardProgram.name))
      return { ...materialized, folder: sent }
    },
  }
}
