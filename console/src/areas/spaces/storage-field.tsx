import { id } from '@vermilion/contract/kernel/fields'
import { serviceEndpoints } from '@vermilion/contract/services'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useEffect } from 'react'
import { MissingService } from '#areas/settings'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { propose } from '#ui/form/form-fields.ts'
import { rule } from '#ui/form/rules.ts'
import { inPlaceText } from './in-place-text.ts'

/** The object storages of the settings; undefined while these load. */
export function useStorages() {
  const { data } = useQuery(read(serviceEndpoints.listServices, {}))
  return data?.filter(({ kind }) => kind === 'object-storage')
}

/** Proposes the storage that is the only one, and sets up one where there is none. */
export function StorageField() {
  const t = useText(inPlaceText)
  const form = Form.useFormInstance<{ storageId: string }>()
  const storages = useStorages()
  const only = storages?.length === 1 ? storages[0]?.id : undefined
  useEffect(() => {
    if (only !== undefined) propose(form, 'storageId', only)
  }, [form, only])
  if (storages?.length === 0)
    return (
      <div className="margin-bottom-20">
        <MissingService kind="object-storage" />
      </div>
    )
  return (
    <Form.Item name="storageId" label={t('storage')} required rules={[rule(id, t('storageMissing'))]}>
      <Select options={storages?.map(({ id: value, name }) => ({ value, label: name })) ?? []} />
    </Form.Item>
  )
}
