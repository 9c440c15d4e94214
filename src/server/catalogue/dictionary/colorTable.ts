/** Colours of the starter dictionary: family | what it looks like | its name in Turkish, as the dictionary has it. */
export const colorTable = `
black | 1d1d1f | siyah
white | ffffff | beyaz
white | f6f3ea | kırık beyaz
beige | efe6d2 | ekru
beige | f4ead0 | krem
white | f8f4e3 | fildişi
beige | d9c7a5 | bej
beige | e8dcc3 | açık bej
beige | bda47a | koyu bej
brown | c19a6b | camel
brown | 6b4a2f | kahverengi
brown | 9a744f | açık kahverengi
brown | 46301f | koyu kahverengi
brown | a98467 | sütlü kahve
brown | 4a2c1d | çikolata
brown | b5762f | karamel
brown | a5642d | taba
brown | 9a4a22 | konyak
brown | 9b5a34 | tarçın
beige | a3917d | vizon
beige | c8beae | taş rengi
beige | d8c59d | kum rengi
yellow | d9a441 | bal rengi
beige | e6c7ab | ten rengi
grey | 8e9196 | gri
grey | c7cace | açık gri
grey | 5a5d62 | koyu gri
grey | a6a8ab | gri melanj
grey | 3d4147 | antrasit
grey | 55565a | füme
blue | 1c2951 | lacivert
blue | 2d5fa8 | mavi
blue | 9cc3e6 | açık mavi
blue | 1e3f7a | koyu mavi
blue | 87bfe8 | gök mavisi
blue | b9d7f0 | bebe mavisi
blue | cfe6f2 | buz mavisi
blue | 2f4fc4 | saks mavisi
blue | 1f4fff | elektrik mavisi
blue | 0047ab | kobalt mavisi
blue | 14213d | gece mavisi
blue | 45638a | jean mavisi
blue | 2b2f77 | indigo
blue | 1f5664 | petrol
green | 1f6b63 | petrol yeşili
blue | 2fb5b5 | turkuaz
green | 8fd3c4 | su yeşili
green | a9dcc0 | mint
green | 2e7d4f | yeşil
green | 9ccf9c | açık yeşil
green | 1c4a31 | koyu yeşil
green | 0f7a55 | zümrüt
green | 6f6b47 | haki
green | 4a4a30 | koyu haki
green | a19e78 | açık haki
green | 6b7036 | zeytin yeşili
green | 515b3a | asker yeşili
green | a5c16f | fıstık yeşili
green | 9cab91 | adaçayı
green | 173f35 | nefti
green | 5fe84a | neon yeşil
red | c4262e | kırmızı
red | 8f1a22 | koyu kırmızı
red | 6d1f2f | bordo
red | 4f1523 | koyu bordo
red | 7d1836 | vişne
red | e4483f | nar çiçeği
orange | f3715c | mercan
red | a4452c | kiremit
orange | c0623f | terrakotta
orange | ee7a1f | turuncu
orange | f59a83 | somon
orange | f8bd98 | yavruağzı
pink | ee8fb0 | pembe
pink | f7c6d5 | açık pembe
pink | cf4f80 | koyu pembe
pink | f6d3dc | toz pembe
pink | e6bdb5 | pudra
pink | c88a92 | gülkurusu
pink | d81b82 | fuşya
pink | b5126f | magenta
purple | 6b3fa0 | mor
purple | 43256b | koyu mor
purple | c3a5d8 | lila
purple | dccbe8 | açık lila
purple | ab9fd6 | lavanta
purple | 5c2a4d | mürdüm
purple | 3f1f3d | patlıcan moru
yellow | f3cf3c | sarı
yellow | f9e79a | açık sarı
yellow | f5ea3d | limon sarısı
yellow | c9972b | hardal
metallic | caa24b | altın
metallic | bfc3c7 | gümüş
metallic | 8c6239 | bronz
metallic | b3673a | bakır
metallic | d3a08f | rose gold
metallic | a7abb0 | metalik
mixed | | çok renkli
mixed | | karışık renk
mixed | | renkli
mixed | | iki renkli
mixed | 1d1d1f ffffff | siyah beyaz
`
