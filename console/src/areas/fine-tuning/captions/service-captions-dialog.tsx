import { type CaptionRunCreate, captionRunEndpoints } from '@vermilion/contract/fine-tunings/caption-runs'
import type { Service } from '@vermilion/contract/services'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import { MissingService } from '#areas/settings'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { useAction } from '#ui/feedback/use-action.ts'
import { serviceCaptionText } from './service-text.ts'

interface DialogProps {
  spaceId: string
  folder: string
  count: number
  selected: readonly string[]
  services: readonly Service[]
  onClose: () => void
}

export function ServiceCaptionsDialog({ services, onClose, ...order }: DialogProps) {
  const t = useText(serviceCaptionText)
  const chats = services.filter(({ kind }) => kind === 'chat')
  const seeing = chats.filter(({ settings }) => settings['vision'] === true)
  return (
    <Modal open title={t('title')} onCancel={onClose} footer={null} width={560} centered destroyOnHidden>
      {chats.length === 0 ? (
        <MissingService kind="chat" />
      ) : seeing.length === 0 ? (
        <p className="margin-0-0-16 text-tertiary">
          {t('needsVision')} <Link to="/settings/services">{t('toServices')}</Link>
        </p>
      ) : (
        <OrderForm {...order} services={seeing} onClose={onClose} />
      )}
    </Modal>
  )
}

type Typed = Omit<Required<CaptionRunCreate>, 'folder' | 'fileIds'>

function OrderForm({ spaceId, folder, count, selected, services, onClose }: DialogProps) {
  const t = useText(serviceCaptionText)
  const language = useSystem((system) => system.lang)
  const [isBusy, send] = useAction(async (typed: Typed) => {
    const body = { ...typed, folder, fileIds: [...selected] }
    await call(captionRunEndpoints.startCaptionRun, { params: { spaceId }, body })
    await refresh('/spaces')
    onClose()
  }, t('failed'))
  const initial: Typed = {
    serviceId: services[0]?.id ?? '',
    language: language === 'zh-CN' ? 'zh' : 'en',
    prompt: '',
    triggerWords: '',
    overwrites: false,
  }
  return (
    <Form<Typed> name="captions" layout="vertical" initialValues={initial} onFinish={(typed) => send(typed)}>
      <p className="margin-0-0-16 text-tertiary">
        {selected.length > 0 ? t('scopeSelected', { count: selected.length }) : t('scopeFolder', { count })}
      </p>
      <Form.Item name="serviceId" label={t('service')}>
        <Select options={services.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <Form.Item name="language" label={t('language')}>
        <Select
          options={[
            { value: 'en', label: t('english') },
            { value: 'zh', label: t('chinese') },
          ]}
        />
      </Form.Item>
      <Form.Item name="prompt" label={t('prompt')}>
        <Input.TextArea rows={3} maxLength={2_000} placeholder={t('promptExample')} />
      </Form.Item>
      <Form.Item name="triggerWords" label={t('triggerWords')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="overwrites" valuePropName="checked">
        <Checkbox>{t('overwrites')}</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {t('start')}
      </Button>
    </Form>
  )
}
