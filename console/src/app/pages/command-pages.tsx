export { CommandPage, CommandsPage } from '#areas/devices'
