import type { FormField } from '@vermilion/contract/kernel/form'
import { serviceFields, type ServiceKind, serviceVariable } from '@vermilion/contract/services/kinds'
import type { Service } from '@vermilion/contract/services'
import { useText } from '#lib/i18n.ts'
import type { FieldWords } from '#ui/form/schema-form.tsx'
import { fieldText } from './field-text.ts'
import { serviceText } from './service-text.ts'

type Key = keyof (typeof fieldText)['en']

const rules: Readonly<Record<string, Key>> = {
  bucket: 'bucketRule',
  region: 'headerRule',
  accessKeyId: 'headerRule',
  from: 'mailRule',
  to: 'mailRule',
}

const hints: Readonly<Record<string, Key | undefined>> = {
  'chat url': 'chatUrlHint',
  'chat key': 'chatKeyHint',
  'chat vision': 'chatVisionHint',
  'image-generation token': 'image-generationTokenHint',
  'images-api url': 'images-apiUrlHint',
  'images-api key': 'images-apiKeyHint',
  'embeddings url': 'embeddingsUrlHint',
  'embeddings key': 'embeddingsKeyHint',
  'object-storage pathStyle': 'object-storagePathStyleHint',
  'webhook secret': 'webhookSecretHint',
  'smtp url': 'smtpUrlHint',
  'smtp starttls': 'smtpStarttlsHint',
  'smtp to': 'smtpToHint',
}

export function useFieldTexts(kind: ServiceKind): (field: FormField) => FieldWords {
  const t = useText(serviceText)
  const words = useText(fieldText)
  return ({ name, control, placeholder = '' }) => {
    const hint = hints[`${kind} ${name}`]
    const rule = control === 'secret' ? 'secretRule' : (rules[name] ?? 'textRule')
    return {
      label: words(name as Key),
      hint: hint && words(hint),
      rule: control === 'url' ? t('urlRule', { example: placeholder }) : words(rule),
    }
  }
}

export function environmentLines(kind: ServiceKind): string[] {
  return serviceFields(kind).map(({ name, required, placeholder, options, default: initial }) => {
    const line = `${serviceVariable(kind, name)}=${placeholder ?? (initial === undefined ? (options[0] ?? '…') : String(initial))}`
    return required ? line : `# ${line}`
  })
}

export function settingsLine({ settings }: Service): string {
  const { url, endpoint, bucket, model } = settings
  return [url ?? endpoint, bucket, model].filter((part) => part !== undefined && part !== '').join(' · ')
}
