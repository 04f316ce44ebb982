import type { DatasetCreate } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { splitOf } from '@vermilion/contract/formats/splits'
import { fileName } from '@vermilion/contract/paths'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { type LabelInput, withTyped } from '../labels/label-input.ts'
import { text } from '../text.ts'

/** Offers folder names as classes, such as those of `car/` and `tree/`, or of `train/car/`. */
export function ClassesFromFolders() {
  const t = useText(text)
  const form = Form.useFormInstance<DatasetCreate>()
  const folder = Form.useWatch<string | undefined>('folder') ?? ''
  const labels = Form.useWatch<LabelInput[] | undefined>('labels') ?? []
  const outer = useFolders(folder)
  const splits = outer.filter(({ name }) => splitOf(name) !== null)
  const inner = useFolders(splits[0]?.path)
  const names = (splits.length > 0 ? inner : outer).map(({ name }) => name)
  const withFolders = withTyped(labels, names.join(';'))
  const count = withFolders.length - labels.length
  if (count === 0) return null
  return <Button onClick={() => form.setFieldValue('labels', withFolders)}>{t('classesFromFolders', { count })}</Button>
}

function useFolders(folder: string | undefined): { name: string; path: string }[] {
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const isAsked = Form.useWatch<string | undefined>('labelType') === 'picture-classification'
  const query = { folder: folder ?? '' }
  const folders = useQuery({
    ...readList(fileEndpoints.listFolders, { params: { spaceId: spaceId ?? '' }, query }),
    enabled: isAsked && spaceId !== undefined && folder !== undefined,
  })
  if (!isAsked || folder === undefined) return []
  return (folders.data?.items ?? []).map(({ path }) => ({ path, name: fileName(path) }))
}
