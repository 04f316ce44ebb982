import { fail } from '@vermilion/contract/kernel/errors'
import { fileName, folderOf } from '@vermilion/contract/paths'
import { refuseInPlace } from '#areas/spaces'
import { folderPath } from '../folders/folder-path.ts'
import { filesMoved } from '../storing/topics.ts'
import { joinPath } from '../storing/numbered-path.ts'
import { filePath } from '../storing/file-writer.ts'
import { mediaFields, pathFields } from '../storing/new-file.ts'
import { createDestination } from './destination.ts'
import type { OperationNeeds } from './operation-needs.ts'

export function createNaming(needs: OperationNeeds) {
  const { database, clock, events, spaces, store, folders, changed, examineLater } = needs
  const destinationIn = (spaceId: string) => createDestination({ store, folders, now: clock.time() }, spaceId)

  async function freePath(spaceId: string, path: string, name: string): Promise<string> {
    const newPath = filePath(joinPath(folderOf(path), name))
    if (fileName(newPath) !== name.normalize('NFC')) {
      throw fail('file.path-invalid', { path: name, reason: { en: 'a name has no /', zh: '名称不能包含 /' } })
    }
    if (newPath !== path && !(await destinationIn(spaceId).isFree(newPath)))
      throw fail('file.name-taken', { path: newPath })
    return newPath
  }

  return {
    createFolder(spaceId: string, input: string): Promise<{ path: string }> {
      return database.transaction(async () => {
        refuseInPlace(await spaces.get(spaceId))
        const path = filePath(await folderPath(spaces, spaceId, input))
        if (!(await destinationIn(spaceId).isFree(path))) throw fail('file.name-taken', { path })
        if ((await destinationIn(spaceId).ensureFolder(path)) === undefined) {
          const reason = { en: 'a folder in it is a file', zh: '其中的某个文件夹是一个文件' }
          throw fail('file.path-invalid', { path, reason })
        }
        changed(spaceId)
        return { path }
      })
    },

    renameFile(spaceId: string, fileId: string, name: string): Promise<boolean> {
      return database.transaction(async () => {
        refuseInPlace(await spaces.get(spaceId))
        const [row] = await store.byIds(spaceId, [fileId])
        if (row === undefined) throw fail('file.not-found')
        const path = await freePath(spaceId, row.path, name)
        if (path === row.path) return false
        const media = mediaFields(path)
        const isOther = media.mediaType !== row.mediaType || media.kind !== row.kind
        await store.update(fileId, { ...(isOther ? media : {}), ...pathFields(path), updatedAt: clock.time() })
        if (isOther && media.examined === 0) await examineLater()
        await events.emit(filesMoved, { from: spaceId, to: spaceId, fileIds: [fileId] })
        changed(spaceId)
        return true
      })
    },

    async renamedFolderPath(spaceId: string, input: string, name: string): Promise<{ folder: string; path: string }> {
      refuseInPlace(await spaces.get(spaceId))
      const folder = await folderPath(spaces, spaceId, input)
      if (folder === '' || (await folders.numberOf(spaceId, folder)) === undefined) throw fail('folder.not-found')
      return { folder, path: await freePath(spaceId, folder, name) }
    },
  }
}
