/** Shoes and jeans. */
export const tfRoItems = `
[Yolbeyi] Ayakkabı > Bot
Bağcıklı Deri Bot | boot | kahve siyah | shoes both | 33.20 | Hakiki Deri | Kauçuk Taban
Sarı Bot | boot gum | camel haki | shoes both | 31.80 | Nubuk | Kauçuk Taban
Chelsea Bot | boot chelsea | siyah kahve bordo | shoes both | 30.90 | Hakiki Deri | Kauçuk Taban
Uzun Kadın Botu | boot tall | siyah bordo! | heels lot | 36.40 | Suni Deri | Kauçuk Taban
[Yolbeyi] Ayakkabı > Klasik
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
`
