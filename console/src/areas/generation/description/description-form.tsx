import { type ItemDraft, itemDraftEndpoints, maxDraftedItems } from '@vermilion/contract/generations/item-drafts'
import type { Service } from '@vermilion/contract/services'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from './description.module.css'
import { text } from './text.ts'

interface Typed {
  description: string
  count: number
  serviceId: string
}

interface DescriptionFormProps {
  workflow: string
  max: number
  services: readonly Service[]
  onStart: (draft: ItemDraft) => void
}

export function DescriptionForm({ workflow, max, services, onStart }: DescriptionFormProps) {
  const t = useText(text)
  const [isBusy, setBusy] = useState(false)
  const send = async (typed: Typed) => {
    setBusy(true)
    try {
      onStart(await call(itemDraftEndpoints.createItemDraft, { body: { ...typed, workflow } }))
    } catch (problem) {
      notify.error(`${t('failed')}: ${problemWords(problem)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form<Typed>
      name="item-draft"
      layout="vertical"
      initialValues={{ count: Math.min(10, max), serviceId: services[0]?.id }}
      onFinish={(typed) => void send(typed)}
    >
      <p className="margin-0-0-16 text-secondary">{t('words')}</p>
      <Form.Item
        name="description"
        label={t('description')}
        rules={[{ required: true, whitespace: true, message: t('description') }]}
      >
        <Input.TextArea rows={5} maxLength={8_000} placeholder={t('descriptionExample')} />
      </Form.Item>
      <div className={`${styles['row']} flex wrap gap-12`}>
        <Form.Item name="count" label={t('count')}>
          <NumberInput integer filled min={1} max={Math.min(max, maxDraftedItems)} />
        </Form.Item>
        <Form.Item name="serviceId" label={t('service')}>
          <Select options={services.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {t('write')}
      </Button>
    </Form>
  )
}
