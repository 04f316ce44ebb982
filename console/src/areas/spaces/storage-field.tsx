import { id } from '@vermilion/contract/kernel/fields'
import { serviceEndpoints, type Service } from '@vermilion/contract/services'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useEffect } from 'react'
import { MissingService } from '#areas/settings'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { QueryState } from '#ui/feedback/states.tsx'
import { propose } from '#ui/form/form-fields.ts'
import { rule } from '#ui/form/rules.ts'
import { inPlaceText } from './in-place-text.ts'

const storagesOf = (services: readonly Service[]) => services.filter(({ kind }) => kind === 'object-storage')

/** The object storages of the settings. */
export const useStorages = () => useQuery({ ...read(serviceEndpoints.listServices, {}), select: storagesOf })

/** Proposes the storage that is the only one, and sets up one where there is none. */
export function StorageField() {
  const t = useText(inPlaceText)
  const form = Form.useFormInstance<{ storageId: string }>()
  const query = useStorages()
  const storages = query.data
  const only = storages?.length === 1 ? storages[0]?.id : undefined
  useEffect(() => {
    if (only !== undefined) propose(form, 'storageId', only)
  }, [form, only])
  if (storages === undefined) return <QueryState query={query} height={62} />
  if (storages.length === 0)
    return (
      <div className="margin-bottom-20">
        <MissingService kind="object-storage" />
      </div>
    )
  return (
    <Form.Item name="storageId" label={t('storage')} required rules={[rule(id, t('storageMissing'))]}>
      <Select options={storages.map(({ id: value, name }) => ({ value, label: name }))} />
    </Form.Item>
  )
}
