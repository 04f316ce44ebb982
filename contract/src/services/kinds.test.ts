import { expect, test } from 'vitest'
import { isAsked } from '../kernel/form.ts'
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
  const fields = Object.fromEntries(serviceFields('executor').map((field) => [field.name, field]))
  expect(fields['engine']).toMatchObject({ control: 'select', default: 'docker', options: ['docker', 'kubernetes'] })
  expect(fields['url']).toMatchObject({ control: 'url', required: true, placeholder: 'unix:///var/run/docker.sock' })
  expect(fields['token']).toMatchObject({ control: 'secret', required: false })
  expect(secretField('object-storage').required).toBe(true)
  const [token] = serviceFields('executor').filter(({ name }) => name === 'token')
  if (token === undefined) throw new Error('the executor has a token')
  expect([isAsked(token, { engine: 'docker' }), isAsked(token, { engine: 'kubernetes' })]).toEqual([false, true])
  expect(serviceVariable('object-storage', 'accessKeyId')).toBe('VERMILION_OBJECT_STORAGE_ACCESS_KEY_ID')
})

test.each([
  ['http://host:8000/v1', 'http://host:8000'],
  ['https://Host/a', 'https://host'],
  ['https://host:443', 'https://host'],
  ['unix:///run/a.sock', 'unix:///run/a.sock'],
  ['tcp://host:2375', 'tcp://host:2375'],
])('the secret of %s belongs to %s', (url, origin) => {
  expect(serviceOrigin('executor', { url })).toBe(origin)
})
