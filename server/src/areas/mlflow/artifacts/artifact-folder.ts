import { openFolderBelow, type FolderBelow } from '#platform/blobs/folder-below'
import { hasCode } from '#platform/blobs/folder-file'
import { MlflowError } from '../protocol/mlflow-error.ts'

export async function openArtifactFolder(
  output: string,
  parts: readonly string[],
  create: boolean,
): Promise<FolderBelow | undefined> {
  try {
    return await openFolderBelow(output, parts, create)
  } catch (error) {
    // Clients also list a file's path, to find out whether it is a folder.
    if (!create && hasCode(error, 'ENOTDIR')) return undefined
    throw new MlflowError('INVALID_PARAMETER_VALUE', 'Invalid path')
  }
}
