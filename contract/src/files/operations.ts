import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, formerTags, id, tags } from '../kernel/fields.ts'
import { conflictChoices, fileSelection, spaceFile } from '../files.ts'

/** Larger actions run as a background job. */
export const filesOfOneCall = 1_000

const path = spaceFile.shape.path

/** Target folder of a data space, created when missing; empty for its root. */
export const fileTarget = z.object({ spaceId: id, folder: z.string().max(1_000).default('') })
export type FileTarget = z.output<typeof fileTarget>

/** With a `workId` the action runs in the background and the counts are still 0. */
export const fileOutcome = z.object({
  files: count,
  skipped: count,
  workId: z.string().nullable(),
})
export type FileOutcome = z.output<typeof fileOutcome>

const toTarget = z.object({
  selection: fileSelection,
  target: fileTarget,
  /** Treatment of a name that exists in the target. Replaced files go to the trash. */
  conflict: z.enum(conflictChoices).default('keep-both'),
})

export const fileOperationEndpoints = {
  createFolder: endpoint('POST', '/spaces/:spaceId/folders', {
    summary: {
      en: 'Create a folder, with those it lies in where they are not there',
      zh: '新建文件夹，上级文件夹不存在时一并创建',
    },
    body: z.object({ path }),
    answer: z.object({ path }),
    errors: ['space.not-found', 'space.in-place', 'file.path-invalid', 'file.name-taken'],
  }),
  renameFile: endpoint('POST', '/spaces/:spaceId/rename', {
    summary: { en: 'Give a file or a folder another name', zh: '重命名文件或文件夹' },
    body: z.union([
      z.object({ fileId: id, name: spaceFile.shape.name }),
      z.object({ folder: path, name: spaceFile.shape.name }),
    ]),
    answer: fileOutcome,
    errors: [
      'space.not-found',
      'space.in-place',
      'file.not-found',
      'folder.not-found',
      'file.path-invalid',
      'file.name-taken',
    ],
  }),
  moveFiles: endpoint('POST', '/spaces/:spaceId/files/move', {
    summary: {
      en: 'Move files and folders to a folder of this data space or of another one; they keep their ids',
      zh: '将文件和文件夹移动到本空间或其他空间的文件夹；其编号不变',
    },
    body: toTarget,
    answer: fileOutcome,
    errors: ['space.not-found', 'space.in-place', 'file.none-selected', 'file.path-invalid', 'file.into-itself'],
  }),
  copyFiles: endpoint('POST', '/spaces/:spaceId/files/copy', {
    summary: {
      en: 'Copy files and folders to a folder of this data space or of another one; their content is stored once',
      zh: '将文件和文件夹复制到本空间或其他空间的文件夹；相同内容只存储一份',
    },
    body: toTarget,
    answer: fileOutcome,
    errors: ['space.not-found', 'space.in-place', 'file.none-selected', 'file.path-invalid', 'file.into-itself'],
  }),
  deleteFiles: endpoint('POST', '/spaces/:spaceId/files/delete', {
    summary: {
      en: 'Delete files and folders. The files lie in the trash of the data space for 30 days',
      zh: '删除文件和文件夹；文件会在数据空间的回收站中保留 30 天',
    },
    body: z.object({ selection: fileSelection }),
    answer: fileOutcome,
    errors: ['space.not-found', 'space.in-place', 'file.none-selected'],
  }),
  tagFiles: endpoint('POST', '/spaces/:spaceId/files/tag', {
    summary: { en: 'Add tags to files, and take tags from them', zh: '为文件添加和移除标签' },
    body: z.object({ selection: fileSelection, add: tags.default([]), remove: formerTags.default([]) }),
    answer: fileOutcome,
    errors: ['space.not-found', 'file.none-selected'],
  }),
} as const
