import { modelFetchEndpoints } from '@vermilion/contract/models/fetches'
import { useMutation, useQuery } from '@tanstack/react-query'
import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { useEffect, useEffectEvent, useState } from 'react'
import { SpaceSelect } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { required } from '#ui/form/rules.ts'
import { addressText } from './address-text.ts'
import { addText } from './text.ts'

/** Milliseconds between polls. */
const pollInterval = 500

export function AddressFile() {
  const t = useText(addressText)
  const add = useText(addText)
  const form = Form.useFormInstance<{ fileId?: string }>()
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const [address, setAddress] = useState('')
  const fetching = useMutation({
    mutationFn: (destination: string) =>
      call(modelFetchEndpoints.fetchModelFile, { body: { address: address.trim(), spaceId: destination } }),
    onMutate: () => form.resetFields(['fileId']),
  })
  return (
    <>
      <Form.Item name="spaceId" label={t('addressSpace')} rules={[required(add('spaceMissing'))]}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item label={t('address')} htmlFor="model-address" extra={t('addressHint')}>
        <Input
          id="model-address"
          type="url"
          maxLength={2_000}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </Form.Item>
      <Button
        className="margin-bottom-16"
        disabled={spaceId === undefined || !/^https?:\/\/./i.test(address.trim())}
        loading={fetching.isPending}
        onClick={() => spaceId !== undefined && fetching.mutate(spaceId)}
      >
        {t('fetch')}
      </Button>
      {fetching.error !== null && <Alert type="warning" title={problemWords(fetching.error)} />}
      {fetching.data !== undefined && (
        <Form.Item name="fileId" rules={[required(t('fetchGoesOn'))]}>
          <FetchState key={fetching.data.id} fetchId={fetching.data.id} />
        </Form.Item>
      )}
    </>
  )
}

interface FetchStateProps {
  fetchId: string
  onChange?: (fileId: string) => void
}

function FetchState({ fetchId, onChange }: FetchStateProps) {
  const t = useText(addressText)
  const language = useSystem(({ lang }) => lang)
  const { data, error } = useQuery({
    ...read(modelFetchEndpoints.getModelFetch, { params: { fetchId } }),
    refetchInterval: ({ state }) => (state.data?.status === 'fetching' ? pollInterval : false),
  })
  const fileId = data?.fileId ?? undefined
  const choose = useEffectEvent((arrived: string) => onChange?.(arrived))
  useEffect(() => {
    if (fileId !== undefined) choose(fileId)
  }, [fileId])
  if (error !== null) return <Alert type="warning" title={problemWords(error)} />
  if (data === undefined) return null
  const { status, done, total, sha256 } = data
  const message = data.error?.[language === 'zh-CN' ? 'zh' : 'en'] ?? t('fetchStopped')
  if (status === 'failed' || status === 'stopped') return <Alert type="warning" title={message} />
  return (
    <output className="text-secondary break-anywhere">
      {status === 'ready'
        ? t('fetched', { size: formatSize(done), hash: sha256 ?? '' })
        : t('fetching', { done: formatSize(done), total: total === null ? '?' : formatSize(total) })}
    </output>
  )
}
