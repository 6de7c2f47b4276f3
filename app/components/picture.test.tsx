import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Picture } from './picture'
import { PlacePhoto } from './place-photo'
import { RichText } from './rich-text/rich-text'

const config = vi.hoisted(() => ({ mapsKey: 'a-key' as string | null }))
vi.mock('~/lib/config', () => ({ publicConfig: () => config }))
// The purifier needs a browser's parser.
vi.mock('./rich-text/sanitise', () => ({ sanitise: (html: string) => html }))
beforeEach(() => {
  config.mapsKey = 'a-key'
})
afterEach(cleanup)

const placeholder = '/images/no_img.png'
const shown = () => screen.getAllByRole('img').map((image) => image.getAttribute('src'))

test('a missing picture is the placeholder, and so is a broken one until there is another', () => {
  const { rerender } = render(<Picture url={null} alt="店舗" />)
  expect(shown()).toEqual([placeholder])
  rerender(<Picture url="/uploads/a.webp" alt="店舗" />)
  expect(shown()).toEqual(['/uploads/a.webp'])
  fireEvent.error(screen.getByRole('img'))
  expect(shown()).toEqual([placeholder])
  rerender(<Picture url="/uploads/a.webp" alt="新宿店" />)
  expect(shown()).toEqual([placeholder])
  rerender(<Picture url="/uploads/b.webp" alt="店舗" />)
  expect(shown()).toEqual(['/uploads/b.webp'])
})

test('a placeholder that is broken itself is not requested again', () => {
  render(<Picture url={null} alt="店舗" />)
  const requests = vi.spyOn(HTMLImageElement.prototype, 'src', 'set')
  fireEvent.error(screen.getByRole('img'))
  expect(requests).not.toHaveBeenCalled()
})

test('a broken picture of an article is the placeholder, and the others stay', () => {
  const names = ['0123456789abcdefghij', '9876543210abcdefghij']
  const images = names.map((name) => `<p>文</p><img src="/uploads/${name}.webp" alt="${name}">`).join('')
  render(<RichText html={images} kind="article" />)
  fireEvent.error(screen.getByRole('img', { name: names[0] ?? '' }))
  expect(shown()).toEqual([placeholder, `/uploads/${names[1]}.webp`])
})

test('a place without a photo, or with a broken one, has the placeholder; without a key there are no photos', () => {
  render(<PlacePhoto reference={null} alt="駅" />)
  expect(shown()).toEqual([placeholder])
  cleanup()
  const { rerender } = render(<PlacePhoto reference="a-photo" alt="公園" />)
  expect(shown()[0]).toContain('photo_reference=a-photo')
  fireEvent.error(screen.getByRole('img'))
  expect(shown()).toEqual([placeholder])
  config.mapsKey = null
  rerender(<PlacePhoto reference="a-photo" alt="公園" />)
  expect(screen.queryByRole('img')).toBeNull()
})
