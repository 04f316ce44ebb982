import { expect, test } from 'vitest'
import { isInternal, isMetadata } from './addresses.ts'

const inside = `
  0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.168.1.1
  198.18.0.1 198.19.255.255 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255
  :: ::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 100::1 4000::1
  ::ffff:10.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:7f00:0001 ::FFFF:0:1 ::ffff:a00:0 ::ffff:0:0 ::127.0.0.1
  64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b:: 64:ff9b::1 64:ff9b:1::1 2001:db8::1 2001::1 2002:7f00:1::
`
const outside = `
  1.1.1.1 8.8.8.8 100.63.255.255 172.32.0.1 192.0.1.1 198.17.255.255 198.20.0.1 223.255.255.255
  2606:4700::1111 2001:4860:4860::8888 2003::1 ::ffff:8.8.8.8 ::ffff:808:808 ::ffff:0808:0008
  64:ff9b::8.8.8.8 64:ff9b::808:0 hub.example
`
const addressesOf = (table: string) => table.trim().split(/\s+/)

test.each(addressesOf(inside))('R8.06 %s is not of everybody', (address) => expect(isInternal(address)).toBe(true))
test.each(addressesOf(outside))('%s is, or is no address', (address) => expect(isInternal(address)).toBe(false))

const credentials = `
  169.254.169.254 169.254.170.2 100.100.100.200 168.63.129.16 192.0.0.192
  fe80::1 fe80::1%eth0 fd00:ec2::254 fd00:ec2::23 fd20:ce::254
  ::ffff:169.254.169.254 ::ffff:a9fe:a9fe 0:0:0:0:0:FFFF:A9FE:A9FE ::169.254.169.254 ::a9fe:a9fe ::ffff:0:a9fe:a9fe
  ::ffff:100.100.100.200 ::ffff:6464:64c8 ::ffff:168.63.129.16 ::ffff:192.0.0.192
  64:ff9b::169.254.169.254 64:ff9b::a9fe:a9fe 64:ff9b::6464:64c8 64:ff9b::a83f:8110
  64:ff9b:1::a9fe:a9fe 64:ff9b:1:a9fe:a9:fe00:: 64:ff9b:1:fffe::169.254.169.254
  2002:a9fe:a9fe:: 2002:a9fe:a9fe::1 2002:6464:64c8::1 2001:0:a9fe:a9fe:0:0:0:1 2001:0:1:1::5601:5601
  2606:4700::5efe:169.254.169.254 2606:4700::200:5efe:a9fe:a9fe
`
const others =
  '127.0.0.1 10.0.0.1 ::1 ::ffff:127.0.0.1 64:ff9b::808:808 2002:808:808::1 2606:4700::1111 fd00::1 localhost'
test.each(addressesOf(credentials))('%s leads to credentials of the machine', (address) =>
  expect([isMetadata(address), isMetadata(`[${address}]`)]).toEqual([true, true]),
)
test.each(addressesOf(others))('%s does not', (address) => expect(isMetadata(address)).toBe(false))
