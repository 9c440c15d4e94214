import type { DemoTenant } from './tenants.ts'

/**
 * "[Brand] Category > Sub" heads a group; the lines below it are items: name | look | colours | size range and how it
 * is sold | euro | fabric | cut. A colour with "!" is sold out; "-CB" or "-TF" after the price means no price for
 * that group.
 */
export const assortments: Record<DemoTenant['key'], string> = {
  // A broad range.
  default: `
[Ilgınay] Kadın > Elbise
V Yaka Kuşaklı Midi Elbise | dress v long belt | zumrut bordo siyah | women both | 21.40 | Viskon | Regular
Çiçekli Askılı Maxi Elbise | dress strap maxi tiers floral | pudra ekru siyah | women both | 19.80 | Pamuk | Bol Kesim
Puantiyeli Gömlek Elbise | dress short buttons dots | lacivert kiremit | women size | 18.60 | Viskon | Regular
Kalem Kesim Elbise | dress pencil | bordo siyah antrasit | women both | 17.90 | Krep | Slim
Kruvaze Çiçekli Elbise | dress wrap v short floral | siyah lila | curvy both | 20.30 | Viskon | Regular
[Ilgınay] Kadın > Gömlek
Fularlı Saten Gömlek | shirt bow slim | pudra ekru zumrut | women both | 13.20 | Saten | Slim
Poplin Gömlek | shirt slim | beyaz acikmavi siyah | women both | 10.90 | Pamuk | Slim
Çizgili Bol Kesim Gömlek | shirt pinstripe pocket | beyaz mint | curvy size | 12.40 | Pamuk | Oversize
[Ilgınay] Kadın > Triko
Balıkçı Yaka Kazak | jumper turtle | bordo ekru siyah hardal | women both | 12.80 | Akrilik Karışım | Regular
Saç Örgülü Kazak | jumper cable | ekru pudra | women both | 15.60 | Yün Karışım | Regular
Düğmeli Hırka | jumper cardigan | bej gri lila | women size | 14.90 | Akrilik Karışım | Bol Kesim
[Ilgınay] Kadın > Etek
Pilise Midi Etek | skirt pleated | lila siyah zumrut | women both | 12.10 | Krep | Regular
Kalem Etek | skirt pencil | siyah antrasit | women size | 9.80 | Krep | Slim
Çiçek Desenli Etek | skirt floral | ekru lacivert | women lot | 11.30 | Viskon | Regular
[Ilgınay] Kadın > Ceket
Kruvaze Ekose Blazer Ceket | blazer double check | bej gri | women both | 28.90 | Polyester Karışım | Regular
Tek Düğme Blazer Ceket | blazer | siyah ekru lacivert | women both | 26.50 | Krep | Slim
[Ilgınay] Kadın > Mont
Kemerli Trençkot | coat belt | camel haki siyah | women both | 34.80 | Gabardin | Regular
[Ilgınay] Kadın > Tişört
Basic V Yaka Tişört | tshirt v | beyaz siyah pudra mint | women both | 4.60 | Pamuk | Regular
Marin Çizgili Tişört | tshirt stripe long | beyaz lacivert | women size | 6.20 | Pamuk | Regular
[Barkuzey] Erkek > Gömlek
Oxford Slim Fit Gömlek | shirt slim pocket | beyaz acikmavi lacivert | men both | 12.60 | Pamuk | Slim Fit
Ekose Flanel Gömlek | shirt check pocket | kirmizi zumrut lacivert | men both | 13.40 | Flanel | Regular Fit
Hakim Yaka Keten Gömlek | shirt band | ekru haki mavi | men size | 14.80 -CB | Keten | Regular Fit
Kısa Kollu Puantiyeli Gömlek | shirt short dots | lacivert beyaz | men both | 11.20 | Pamuk | Regular Fit
[Barkuzey] Erkek > Tişört
Pike Polo Yaka Tişört | polo | siyah lacivert beyaz bordo | men both | 8.40 | Pike Pamuk | Regular Fit
Bisiklet Yaka Basic Tişört | tshirt | antrasit beyaz haki siyah | men both | 4.90 | Pamuk | Regular Fit
Baskılı Tişört | tshirt peaks | haki lacivert | men size | 6.10 | Pamuk | Oversize
[Barkuzey] Erkek > Triko
V Yaka Triko Kazak | jumper v | lacivert gri bordo | men both | 13.90 | Pamuk Akrilik | Slim Fit
Çizgili Triko Kazak | jumper stripe | ekru lacivert | men lot | 14.30 | Pamuk Akrilik | Regular Fit
[Barkuzey] Erkek > Pantolon
Chino Pantolon | trousers slim | bej haki lacivert siyah | jeans both | 15.80 | Gabardin | Slim Fit
Pileli Kumaş Pantolon | trousers pleats | antrasit bej | jeans size | 17.20 | Viskon Karışım | Regular Fit
[Barkuzey] Erkek > Ceket
Slim Fit Blazer Ceket | blazer | lacivert antrasit | men both | 39.50 | Yün Karışım | Slim Fit
Kareli Takım Elbise | suit tweed | lacivert gri | men size | 68.00 | Yün Karışım | Slim Fit
[Lodosca] Erkek > Jean
Regular Fit Jean | jeans denim | koyumavi mavi antrasit | jeans both | 16.90 | Denim | Regular Fit
Yırtık Detaylı Slim Jean | jeans slim torn denim | mavi acikmavi | jeans both | 18.20 | Esnek Denim | Slim Fit
[Lodosca] Kadın > Jean
Yüksek Bel Bol Paça Jean | jeans wide denim | acikmavi koyumavi beyaz | jeans both | 17.60 | Denim | Wide Leg
Düğmeli Jean Etek | skirt buttons denim | mavi koyumavi | women size | 13.10 | Denim | Regular
[Lodosca] Erkek > Mont
Kapüşonlu Şişme Mont | puffer hood | siyah haki lacivert | men both | 36.40 | Dokuma | Regular Fit
Şişme Yelek | puffer vest | hardal antrasit | men both | 22.70 | Dokuma | Regular Fit
[Lodosca] Kadın > Ceket
Jean Ceket | jacket denim | mavi acikmavi siyah | women both | 22.30 | Denim | Regular
[Lodosca] Kadın > Mont
Uzun Şişme Mont | puffer long | kiremit siyah ekru | women lot | 41.20 | Dokuma | Regular
[Lodosca] Erkek > Eşofman
Kapüşonlu Sweatshirt | sweatshirt hood | gri siyah zumrut | men both | 13.70 | Üç İplik | Regular Fit
Cepli Jogger Eşofman Altı | joggers | gri siyah lacivert! | men both | 10.20 | İki İplik | Slim Fit
[Minikora] Çocuk > Tişört
Roket Baskılı Tişört | tshirt rocket child | lacivert kirmizi | kids both | 3.40 | Pamuk | Regular
Yıldız Baskılı Tişört | tshirt star child | hardal mint lila | kids both | 3.40 | Pamuk | Regular
[Minikora] Çocuk > Elbise
Puantiyeli Kız Çocuk Elbise | dress short dots mini child | kirmizi lila | kids both | 7.90 | Pamuk | Regular
[Minikora] Çocuk > Eşofman
Fermuarlı Eşofman Takımı | tracksuit hood zip sides child | lacivert kirmizi gri | kids lot | 11.80 | İki İplik | Regular
Bulut Baskılı Sweatshirt | sweatshirt cloud child | acikmavi pudra | kids both | 6.80 | Üç İplik | Regular
[Minikora] Çocuk > Mont
Çocuk Şişme Mont | puffer hood child | kirmizi lacivert mint | kids both | 18.90 | Dokuma | Regular
[Yolbeyi] Ayakkabı > Bot
Bağcıklı Deri Bot | boot gum | camel siyah kahve | shoes both | 32.60 | Hakiki Deri | Kauçuk Taban
Chelsea Bot | boot chelsea | siyah kahve | shoes both | 30.40 | Hakiki Deri | Kauçuk Taban
Uzun Bağcıklı Kadın Bot | boot tall | bordo siyah | heels lot | 34.90 | Suni Deri | Kauçuk Taban
[Yolbeyi] Ayakkabı > Spor Ayakkabı
Günlük Spor Ayakkabı | sneaker | beyaz lacivert gri | shoes both | 21.80 | Suni Deri | EVA Taban
Kadın Sneaker | sneaker gum | pudra beyaz mint | heels both | 19.90 | Suni Deri | EVA Taban
[Yolbeyi] Ayakkabı > Topuklu
Stiletto Topuklu Ayakkabı | heel | siyah kirmizi pudra | heels both | 18.70 -TF | Rugan | 9 cm Topuk
Bilekten Bağlı Kalın Topuklu | heel block strap | siyah camel | heels size | 20.60 | Süet | 7 cm Topuk
[Yolbeyi] Ayakkabı > Klasik Ayakkabı
Tokalı Loafer | loafer | kahve siyah | shoes both | 27.30 | Hakiki Deri | Neolit Taban
[Tezgora] Aksesuar > Çanta
Zincir Askılı Omuz Çantası | bag shoulder | bordo siyah bej | one both | 14.60 | Suni Deri | 24 × 18 cm
Shopper Çanta | bag tote | camel siyah | one both | 16.20 -CB | Suni Deri | 38 × 32 cm
[Tezgora] Aksesuar > Şal
Ekose Püsküllü Şal | scarf check | bordo gri hardal | one both | 5.80 | Akrilik | 70 × 180 cm
[Tezgora] Aksesuar > Kemer
Deri Kemer | belt | kahve siyah | belts both | 6.90 | Hakiki Deri | 3,5 cm
[Tezgora] Aksesuar > Bere
Ponponlu Bere | hat bobble | hardal ekru bordo | one lot | 3.20 | Akrilik | Standart
`,
  // Basics, children's wear, sportswear.
  open: `
[Sadepam] Kadın > Tişört
Basic Bisiklet Yaka Tişört | tshirt | beyaz siyah lila mint | women both | 3.80 | Pamuk | Regular
Fitilli Uzun Kollu Tişört | tshirt rib long | haki bordo ekru | women both | 4.90 | Ribana | Slim
[Sadepam] Kadın > Eşofman
Yüksek Bel Tayt | joggers leggings | siyah antrasit | women both | 5.60 | Pamuk Elastan | Slim
[Sadepam] Kadın > Gömlek
Keten Karışımlı Gömlek | shirt band | beyaz pudra | women size | 8.90 | Keten Karışım | Bol Kesim
[Sadepam] Erkek > Tişört
V Yaka Tişört | tshirt v | siyah beyaz gri | men both | 3.90 | Pamuk | Regular Fit
Polo Yaka Tişört | polo | lacivert kirmizi | men both | 6.40 | Pike Pamuk | Regular Fit
[Sadepam] Erkek > Pantolon
Keten Şort | trousers shorts | bej haki | men size | 7.30 | Keten Karışım | Regular Fit
[Koşarca] Erkek > Eşofman
Kapüşonlu Fermuarlı Sweatshirt | sweatshirt hood zip | siyah lacivert gri | men both | 12.90 | Üç İplik | Regular Fit
Şeritli Eşofman Altı | joggers sides | lacivert siyah | men both | 9.40 | Polyester | Slim Fit
Eşofman Takımı | tracksuit zip sides | antrasit kirmizi | men lot | 21.50 | Polyester | Regular Fit
Antrenman Şortu | joggers shorts sides | siyah mavi | men both | 5.20 -TF | Polyester | Regular Fit
[Koşarca] Kadın > Eşofman
Bisiklet Yaka Sweatshirt | sweatshirt waves | mint pudra | women both | 8.70 | İki İplik | Oversize
[Koşarca] Ayakkabı > Spor Ayakkabı
Koşu Ayakkabısı | sneaker | mavi kirmizi siyah | shoes both | 18.60 | Örgü Saya | EVA Taban
Günlük Sneaker | sneaker plain | beyaz siyah | heels both | 15.40 | Suni Deri | EVA Taban
[Koşarca] Aksesuar > Çanta
Sırt Çantası | bag backpack | antrasit lacivert kirmizi! | one both | 11.30 | Su İtici Kumaş | 20 litre
[Minikora] Çocuk > Tişört
Güneş Baskılı Tişört | tshirt sun child | lacivert beyaz | kids both | 3.20 | Pamuk | Regular
Kalpli Tişört | tshirt heart child | pudra beyaz | kids both | 3.20 | Pamuk | Regular
Çizgili Tişört | tshirt stripe child | beyaz mint | kids lot | 3.40 | Pamuk | Regular
[Minikora] Çocuk > Elbise
Çiçekli Kız Çocuk Elbise | dress strap floral mini child | pudra acikmavi | kids both | 7.40 | Pamuk | Regular
[Minikora] Çocuk > Eşofman
Roketli Sweatshirt | sweatshirt rocket child | gri lacivert | kids both | 6.40 | Üç İplik | Regular
Çocuk Jogger | joggers child | gri haki | kids both | 5.10 | İki İplik | Regular
[Minikora] Çocuk > Jean
Beli Lastikli Jean | jeans denim child | mavi koyumavi | kids both | 7.90 | Denim | Regular
[Minikora] Çocuk > Triko
Saç Örgülü Çocuk Kazak | jumper cable child | ekru hardal | kids size | 8.20 -CB | Akrilik | Regular
[Adımlık] Ayakkabı > Terlik ve Sandalet
Bantlı Sandalet | sandal | camel siyah | heels both | 9.80 | Suni Deri | Mantar Taban
[Adımlık] Ayakkabı > Bot
Kışlık Bağcıklı Bot | boot gum | camel antrasit | shoes lot | 22.40 | Suni Deri | Kauçuk Taban
[Adımlık] Aksesuar > Bere
Fitilli Bere | hat | siyah gri | one lot | 2.40 | Akrilik | Standart
`,
  // Knitwear, suits, dresses.
  'tf-it': `
[Trikonda] Kadın > Triko
İnce Balıkçı Yaka Kazak | jumper turtle | siyah camel zumrut | women both | 16.40 | Merino Karışım | Slim
Saç Örgülü Kalın Kazak | jumper cable | ekru gri | women both | 19.80 | Yün Karışım | Regular
Uzun Hırka | jumper cardigan | bej antrasit bordo | women both | 21.30 | Yün Karışım | Bol Kesim
Çizgili İnce Kazak | jumper stripe | lacivert ekru | women size | 15.20 | Pamuk Kaşmir | Regular
[Trikonda] Erkek > Triko
V Yaka Merino Kazak | jumper v | lacivert bordo gri | men both | 18.90 | Merino | Slim Fit
Bisiklet Yaka Kazak | jumper | haki camel | men both | 17.60 | Yün Karışım | Regular Fit
Düğmeli Erkek Hırka | jumper cardigan | antrasit lacivert | men lot | 22.80 -TF | Yün Karışım | Regular Fit
[Trikonda] Aksesuar > Şal
Örgü Şal | scarf knit | gri ekru | one both | 8.60 | Yün Karışım | 40 × 190 cm
[Terzigor] Erkek > Takım Elbise
Slim Fit Takım Elbise | suit | antrasit lacivert siyah | men both | 84.00 | Yün | Slim Fit
Kareli Takım Elbise | suit tweed | lacivert bej | men size | 89.50 | Yün | Slim Fit
[Terzigor] Erkek > Ceket
Kruvaze Ceket | blazer double | lacivert camel | men both | 52.40 | Yün Karışım | Slim Fit
Tüvit Ceket | blazer tweed | kahve gri | men both | 49.80 | Yün Karışım | Regular Fit
[Terzigor] Erkek > Gömlek
Klasik Yaka Gömlek | shirt slim | beyaz acikmavi | men both | 17.50 | Pamuk | Slim Fit
İnce Çizgili Gömlek | shirt slim pinstripe | beyaz lacivert | men both | 18.20 | Pamuk | Slim Fit
[Terzigor] Erkek > Pantolon
Pileli Kumaş Pantolon | trousers pleats | antrasit bej | jeans size | 24.60 | Yün Karışım | Regular Fit
[Terzigor] Erkek > Mont
Yün Kaban | coat tweed | antrasit lacivert | men both | 62.00 | Yün Karışım | Regular Fit
[Verdenaz] Kadın > Elbise
Kuşaklı Saten Elbise | dress v long belt | bordo zumrut siyah! | women both | 28.40 | Saten | Regular
Kolsuz Kalem Elbise | dress pencil | siyah kirmizi | women both | 24.90 | Krep | Slim
Çiçekli Kruvaze Elbise | dress wrap v long floral | ekru lacivert | women both | 27.60 | Viskon | Regular
Katlı Maxi Elbise | dress maxi tiers short | kiremit beyaz | women lot | 29.80 | Pamuk | Bol Kesim
[Verdenaz] Kadın > Etek
Pilise Etek | skirt pleated | camel zumrut | women both | 17.20 | Krep | Regular
[Verdenaz] Kadın > Gömlek
Fularlı Gömlek | shirt bow slim | ekru pudra | women both | 18.90 -CB | İpek Karışım | Slim
[Ilgınay] Kadın > Ceket
Kruvaze Blazer Ceket | blazer double | siyah bej | women both | 38.70 | Krep | Regular
[Ilgınay] Kadın > Mont
Kemerli Trençkot | coat belt | camel haki | women both | 46.80 | Gabardin | Regular
[Tezgora] Aksesuar > Çanta
Tokalı Omuz Çantası | bag shoulder | kahve bordo | one both | 22.40 | Hakiki Deri | 24 × 18 cm
Zarf Cüzdan | bag wallet | siyah kahve | one lot | 9.70 | Hakiki Deri | 20 × 10 cm
[Yolbeyi] Ayakkabı > Topuklu
Kalın Topuklu Ayakkabı | heel block strap | siyah bordo | heels both | 26.30 | Hakiki Deri | 7 cm Topuk
[Minikora] Çocuk > Triko
Çocuk Triko Hırka | jumper cardigan child | ekru mavi | kids lot | 9.60 | Akrilik | Regular
`,
  // Shoes and jeans.
  'tf-ro': `
[Yolbeyi] Ayakkabı > Bot
Bağcıklı Deri Bot | boot | kahve siyah | shoes both | 33.20 | Hakiki Deri | Kauçuk Taban
Sarı Bot | boot gum | camel haki | shoes both | 31.80 | Nubuk | Kauçuk Taban
Chelsea Bot | boot chelsea | siyah kahve bordo | shoes both | 30.90 | Hakiki Deri | Kauçuk Taban
Uzun Kadın Botu | boot tall | siyah bordo! | heels lot | 36.40 | Suni Deri | Kauçuk Taban
[Yolbeyi] Ayakkabı > Klasik Ayakkabı
Bağcıklı Klasik Ayakkabı | loafer laced | siyah kahve | shoes both | 29.70 | Hakiki Deri | Neolit Taban
Tokalı Loafer | loafer | kahve siyah bordo | shoes both | 28.10 | Hakiki Deri | Neolit Taban
[Adımlık] Ayakkabı > Spor Ayakkabı
Renkli Sneaker | sneaker | mavi kirmizi gri | shoes both | 20.40 | Suni Deri | EVA Taban
Beyaz Sneaker | sneaker plain | beyaz siyah | heels both | 17.90 | Suni Deri | EVA Taban
Kauçuk Tabanlı Sneaker | sneaker gum | lacivert haki pudra | heels both | 19.20 | Tekstil | Kauçuk Taban
[Adımlık] Ayakkabı > Topuklu
Stiletto | heel | siyah kirmizi ekru | heels both | 18.30 | Rugan | 9 cm Topuk
Kalın Topuklu | heel block | bordo camel | heels both | 19.60 -TF | Süet | 6 cm Topuk
Bilekten Bağlı Topuklu | heel strap | siyah pudra | heels size | 20.80 | Saten | 8 cm Topuk
[Adımlık] Ayakkabı > Terlik ve Sandalet
Tokalı Sandalet | sandal | camel siyah beyaz | heels both | 11.40 | Suni Deri | Mantar Taban
[Lodosca] Erkek > Jean
Regular Fit Jean | jeans denim | koyumavi mavi siyah | jeans both | 17.40 | Denim | Regular Fit
Slim Fit Esnek Jean | jeans slim denim | antrasit koyumavi | jeans both | 18.10 | Esnek Denim | Slim Fit
Yıpratmalı Jean | jeans slim torn denim | acikmavi mavi | jeans lot | 18.90 | Denim | Slim Fit
Jean Şort | jeans shorts denim | mavi acikmavi | jeans size | 11.60 | Denim | Regular Fit
[Lodosca] Kadın > Jean
Bol Paça Jean | jeans wide denim | acikmavi beyaz | jeans both | 18.20 | Denim | Wide Leg
Yüksek Bel Mom Jean | jeans denim | mavi acikmavi | jeans both | 17.80 | Denim | Mom Fit
Jean Etek | skirt buttons mini denim | koyumavi mavi | women both | 12.70 | Denim | Regular
[Lodosca] Kadın > Ceket
Jean Ceket | jacket denim | mavi siyah | women both | 23.10 | Denim | Regular
[Lodosca] Erkek > Ceket
Suni Deri Ceket | jacket | siyah kahve | men both | 29.60 -CB | Suni Deri | Slim Fit
Jean Gömlek | shirt denim pocket | koyumavi acikmavi | men both | 15.30 | Denim | Regular Fit
[Barkuzey] Erkek > Tişört
Basic Tişört | tshirt | siyah beyaz | men both | 4.70 | Pamuk | Regular Fit
[Tezgora] Aksesuar > Kemer
Jean Kemeri | belt | kahve siyah camel | belts both | 6.20 | Hakiki Deri | 4 cm
[Tezgora] Aksesuar > Çanta
Sırt Çantası | bag backpack | siyah haki | one both | 15.90 | Suni Deri | 18 litre
`,
}
