import { expect, test } from 'vitest'
import { fieldsOf, isAsked } from '../kernel/form.ts'
import { kubernetesSettings } from '../tasks/kubernetes-settings.ts'
import { secretField, serviceFields, serviceKinds, serviceOrigin, services, serviceVariable } from './kinds.ts'

test.each(serviceKinds)('%s has one secret, an address, and variables of its own', (kind) => {
  const fields = serviceFields(kind)
  expect(fields.filter(({ control }) => control === 'secret')).toHaveLength(1)
  expect(fields.find(({ name }) => name === services[kind].address)).toMatchObject({ control: 'url', required: true })
  expect(secretField(kind).default).toBeUndefined()
  const others = serviceKinds.filter((other) => other !== kind).flatMap((other) => variablesOf(other))
  for (const variable of variablesOf(kind)) expect(others).not.toContain(variable)
})

const variablesOf = (kind: (typeof serviceKinds)[number]) =>
  serviceFields(kind).map(({ name }) => serviceVariable(kind, name))

test('a form is read off its schema', () => {
  const fields = Object.fromEntries(serviceFields('image-generation').map((field) => [field.name, field]))
  expect(fields['url']).toMatchObject({ control: 'url', required: true, placeholder: 'http://localhost:8188' })
  expect(fields['token']).toMatchObject({ control: 'secret', required: false })
  expect(secretField('object-storage').required).toBe(true)
  const [claim] = fieldsOf(kubernetesSettings).filter(({ name }) => name === 'claim')
  if (claim === undefined) throw new Error('there is no claim')
  expect([isAsked(claim, { storage: 'fetched' }), isAsked(claim, { storage: 'claim' })]).toEqual([false, true])
  expect(serviceVariable('object-storage', 'accessKeyId')).toBe('VERMILION_OBJECT_STORAGE_ACCESS_KEY_ID')
})

test.each([
  ['http://host:8000/v1', 'http://host:8000'],
  ['https://Host/a', 'https://host'],
  ['https://host:443', 'https://host'],
])('the secret of %s belongs to %s', (url, origin) => {
  expect(serviceOrigin('chat', { url })).toBe(origin)
})
