import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('without any variable the server listens on this machine alone', () => {
  expect(readConfig({ VERMILION_HOST: '' })).toMatchObject({
    host: '127.0.0.1',
    port: 7860,
    basePath: '',
    roots: [],
    adminPassword: undefined,
  })
})

test('folders are absolute and the base path has no closing slash', () => {
  const config = readConfig({ VERMILION_ROOTS: '/data/images:/mnt/x/', VERMILION_BASE_PATH: '/robots/' })
  expect(config).toMatchObject({ roots: ['/data/images', '/mnt/x'], basePath: '/robots' })
})

test('proxies are trusted by name, address or network, and nobody unless said', () => {
  const trusted = (text: string) => readConfig({ VERMILION_TRUSTED_PROXIES: text }).trustedProxies
  expect(trusted('')).toEqual([])
  expect(trusted('loopback, 10.0.0.0/8,2001:db8::1')).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1'])
  for (const wrong of ['true', '*', '10.0.0.0/33', '10.0.0.0/', 'proxy.example'])
    expect(() => trusted(wrong)).toThrow('VERMILION_TRUSTED_PROXIES: needs addresses or networks')
})

test('every wrong variable is named at once', () => {
  const wrong = { VERMILION_PORT: '70000', VERMILION_ADMIN_PASSWORD: 'short', VERMILION_BASE_PATH: 'robots' }
  expect(() => readConfig(wrong)).toThrow(
    /VERMILION_PORT: .*\n.*VERMILION_ADMIN_PASSWORD: needs at least 8 characters\n.*VERMILION_BASE_PATH: needs a path/,
  )
})
